#!/usr/bin/env bash
# nest-schedule 0.6.4 with Nest 6.11.11 (npm). What a job returns decides whether it goes on: whatever is truthy ends it, not only `true` as its readme says. A charge of each day that returns its receipt, or a count of 3, is made on the first day and never again, without a word;
# one that returns nothing goes on. With `waiting: true` a job by cron runs beside itself all the same, as it is called ready before it begins, so that a slow batch charges its orders twice; a job by interval waits.
# Safe: return nothing; a lock in the database around the batch.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps nest-schedule@0.6.4 @nestjs/common@6.11.11 @nestjs/core@6.11.11 reflect-metadata@0.1.14 rxjs@6.6.7 >/dev/null 2>&1
cat >shop.cjs <<'JS'
require("reflect-metadata");
const { Logger } = require("@nestjs/common");
Logger.overrideLogger(false);
const { Cron, Interval, NestSchedule } = require("nest-schedule");
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
function job(name, decorate, run) {
  class Jobs extends NestSchedule {}
  Jobs.prototype.run = run;
  decorate(Jobs.prototype, "run", Object.getOwnPropertyDescriptor(Jobs.prototype, "run"));
  return new Jobs();
}
async function times(name, returned) {
  let charges = 0;
  job(name, Interval(100, { key: name }), async () => (charges++, returned));
  await wait(1050);
  console.log(`${name}: ${charges > 5 ? "each time" : charges}`);
}
async function beside(name, decorate) {
  let now = 0;
  let most = 0;
  job(name, decorate, async () => {
    most = Math.max(most, ++now);
    await wait(2500);
    now--;
  });
  await wait(4600);
  console.log(`${name}, waiting: ${most > 1 ? "beside itself" : "one at a time"}`);
}
(async () => {
  await times("returns nothing", undefined);
  await times("returns a receipt", { id: "R-1" });
  await times("returns the count 3", 3);
  await times("returns the count 0", 0);
  await beside("by interval", Interval(1000, { key: "interval", waiting: true }));
  await beside("by cron", Cron("* * * * * *", { key: "cron", waiting: true }));
  process.exit();
})();
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
returns nothing: each time
returns a receipt: 1
returns the count 3: 1
returns the count 0: each time
by interval, waiting: one at a time
by cron, waiting: beside itself
TEXT
