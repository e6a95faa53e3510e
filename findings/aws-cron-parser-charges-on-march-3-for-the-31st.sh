#!/usr/bin/env bash
# aws-cron-parser 1.1.12 (npm) says when EventBridge runs a rule next. For the 31st it says March 3 and May 1, and for February 29 March 1 of each year, on which AWS runs
# nothing: a day that a month hasn't is counted into the next month. LW and 31W, which AWS allows, are an error in months without a weekday there.
# moment-recur-ts 1.3.1 (npm) has the same days for every(31).daysOfMonth(). A shop that shows or makes its charges by them asks on other days.
# Safe: L for the end of a month, or croner 9.1.0, which skips such months.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts aws-cron-parser@1.1.12 moment@2.30.1 moment-recur-ts@1.3.1 croner@9.1.0 >/dev/null
cat >dates.cjs <<'JS'
const aws = require("aws-cron-parser");
const { Cron } = require("croner");
const moment = require("moment");
require("moment-recur-ts");
const start = "2026-01-31T12:00:00Z";
const day = (date) => date.toISOString().slice(0, 10);
const byAws = (rule, count = 4) => {
  let date = new Date(start);
  return Array.from({ length: count }, () => (date = aws.next(aws.parse(rule), date))).map(day);
};
const byCroner = (rule) => new Cron(rule, { timezone: "UTC" }).nextRuns(4, start).map(day);
console.log("the 31st by aws-cron-parser:", ...byAws("0 9 31 * ? *"));
console.log("the 31st by croner:", ...byCroner("0 9 31 * *"));
console.log("the 31st by moment-recur-ts:", ...moment.utc("2026-01-31").recur().every(31).daysOfMonth().next(4, "YYYY-MM-DD"));
console.log("February 29 by aws-cron-parser:", ...byAws("0 9 29 2 ? *"));
console.log("February 29 by croner:", ...byCroner("0 9 29 2 *"));
console.log("the last day by aws-cron-parser:", ...byAws("0 9 L * ? *"));
try {
  byAws("0 9 LW * ? *");
} catch (error) {
  console.log("the last weekday by aws-cron-parser:", error.message);
}
JS
node dates.cjs | tee seen
diff seen - <<'TEXT'
the 31st by aws-cron-parser: 2026-03-03 2026-03-31 2026-05-01 2026-05-31
the 31st by croner: 2026-03-31 2026-05-31 2026-07-31 2026-08-31
the 31st by moment-recur-ts: 2026-03-03 2026-03-31 2026-05-01 2026-05-31
February 29 by aws-cron-parser: 2026-03-01 2027-03-01 2028-02-29 2029-03-01
February 29 by croner: 2028-02-29 2032-02-29 2036-02-29 2040-02-29
the last day by aws-cron-parser: 2026-02-28 2026-03-31 2026-04-30 2026-05-31
the last weekday by aws-cron-parser: getDaysOfMonthForW - should not happen
TEXT
