#!/usr/bin/env bash
# better-queue 3.8.12 (npm). A task's member id is its identity, and a waiting task is replaced by a later one with the same id. A shop that puts
# { id: customer, amount } into it twice charges 7, and not 5 and 7. Both callers are told that it went well, the first one with the other's result.
# queue 7.0.0 forgets all waiting jobs after the first error, also with a listener for errors: one declined card, and nobody after it is charged.
# Safe: the merchantReference as the id; in queue, catch errors inside the job.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts better-queue@3.8.12 queue@7.0.0 >/dev/null
cat >shop.mjs <<'JS'
import BetterQueue from "better-queue";
import Queue from "queue";
const charged = [];
const told = [];
const charges = new BetterQueue((job, done) => {
  charged.push(job.amount);
  setTimeout(() => done(null, `charged ${job.amount}`), 200);
});
for (const amount of [5, 7]) charges.push({ id: "alice", amount }, (error, result) => told.push(`${amount}: ${result}`));
await new Promise((ended) => charges.once("drain", ended));
console.log(`better-queue: ${charged}; told ${told.join(", ")}`);
const ran = [];
const queue = new Queue({ concurrency: 1 });
queue.addEventListener("error", () => ran.push("an error"));
for (const order of ["A-1", "A-2", "A-3"]) {
  queue.push(async () => {
    ran.push(order);
    if (order === "A-1") throw new Error("declined");
  });
}
await queue.start().catch(() => ran.push("the end"));
console.log(`queue: ${ran.join(", ")}; waiting: ${queue.length}`);
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
better-queue: 7; told 5: charged 7, 7: charged 7
queue: A-1, an error, the end; waiting: 0
TEXT
