#!/usr/bin/env bash
# @cadence-mq/core 0.2.3 (npm): a job charges a card once a day. Its worker stands for three days and starts again. It then charges three times at once, once for each
# day that was missed, as the next date counts from the last one and not from now. If the shop says schedulePeriodicJob at its start, as it does on each
# deploy, the opposite happens: the date moves to tomorrow, and what was due in the three days is never charged.
# Safe: let the job look up what is due and not yet charged; and let the charge of a day have a reference with its day.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @cadence-mq/core@0.2.3 @cadence-mq/driver-memory@0.2.2 >/dev/null
cat >charge.mjs <<'JS'
import { createCadence } from "@cadence-mq/core";
import { createMemoryDriver } from "@cadence-mq/driver-memory";
const hour = 3_600_000;
const due = new Date(Date.now() - hour);
const schedule = { scheduleId: "card-1", cron: `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`, taskName: "charge", data: { amount: 50 } };
const run = async (startsAgain) => {
  let charged = 0;
  const shop = createCadence({ driver: createMemoryDriver() });
  shop.registerTask({ taskName: "charge", handler: async () => void charged++ });
  await shop.schedulePeriodicJob({ ...schedule, now: new Date(Date.now() - 72.5 * hour) });
  // three days later
  if (startsAgain === "shop") await shop.schedulePeriodicJob(schedule);
  shop.createWorker({ workerId: "worker" }).start();
  await new Promise((resolve) => setTimeout(resolve, 300));
  console.log(`the ${startsAgain} starts again after three days: ${charged} charges`);
};
await run("worker");
await run("shop");
process.exit();
JS
TZ=UTC node charge.mjs | tee seen
diff seen - <<'TEXT'
the worker starts again after three days: 3 charges
the shop starts again after three days: 0 charges
TEXT
