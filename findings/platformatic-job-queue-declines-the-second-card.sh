#!/usr/bin/env bash
# @platformatic/job-queue 0.5.0 (npm), with the merchantReference as a job's id, as its deduplication wants it. A declined card's error is kept for an hour by that id: the
# shopper enters another card, and enqueueAndWait rejects with the first card's decline; the second card is never charged. Another amount under the id is answered
# with the first sale. And an error is tried three times before it is told: a sale whose answer is lost is charged three times.
# Safe: maxAttempts: 1; a decline as a result of the job, not as an error; an id for each try, such as A-1/2.
# Its packages need Node.js 22 or newer: where there is an older one, it installs Node 24 for itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ "$(node -p 'parseInt(process.versions.node) > 20')" = true ] || { npm install --silent --no-audit --no-fund --prefix node24 node@24.21.0 >/dev/null; PATH=$folder/node24/node_modules/node/bin:$PATH; }
npm install --silent --no-audit --no-fund --ignore-scripts @platformatic/job-queue@0.5.0 >/dev/null
cat >shop.mjs <<'JS'
import { MemoryStorage, Queue } from "@platformatic/job-queue";
let tries = [];
const queue = new Queue({ storage: new MemoryStorage() });
queue.execute(async ({ payload }) => {
  tries.push(payload.card);
  if (payload.card !== "good") throw new Error(payload.card);
  return `${payload.amount} paid`;
});
await queue.start();
for (const [reference, card, amount, options] of [["A-1", "declined", 50], ["A-1", "good", 50], ["A-2", "good", 50], ["A-2", "good", 60], ["A-3", "lost", 50], ["A-4", "lost", 50, { maxAttempts: 1 }]]) {
  tries = [];
  const heard = await queue.enqueueAndWait(reference, { card, amount }, { timeout: 30_000, ...options }).catch(({ message }) => message.match(/"message":"(\w+)/)[1]);
  console.log(`${reference}, ${card} card, ${amount}: ${heard}, charged ${tries.length}`);
}
await queue.stop();
process.exit();
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
A-1, declined card, 50: declined, charged 3
A-1, good card, 50: declined, charged 0
A-2, good card, 50: 50 paid, charged 1
A-2, good card, 60: 50 paid, charged 0
A-3, lost card, 50: lost, charged 3
A-4, lost card, 50: lost, charged 1
TEXT
