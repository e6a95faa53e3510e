#!/usr/bin/env bash
# A renewal in words, made into cron's form and run by croner 11.0.1. human-to-cron 0.3.1 (npm): "once each week", "once each year" and "noon" become
# "* * * * * *", which charges every second; "once each month" charges every Sunday, and "december" runs in November. @darkeyedevelopers/natural-cron.js 1.1.0: "every month on the 31st at 9 am",
# "every other day at 9 am" and "monthly at 9 am" charge every day, "every quarter" every minute. No error in either. rrule 2.8.1 drops "on day 31" from its fromText(), so the
# renewal has the day of its start, and refuses "every quarter".
# Safe: write the rule itself, and look at its next five times.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts human-to-cron@0.3.1 @darkeyedevelopers/natural-cron.js@1.1.0 rrule@2.8.1 croner@11.0.1 >/dev/null
cat >renew.cjs <<'JS'
const { Cron } = require("croner");
const { RRule } = require("rrule");
const human = require("human-to-cron");
const natural = require("@darkeyedevelopers/natural-cron.js");
const next = (cron) => {
  const [first, second] = new Cron(cron, { timezone: "UTC" }).nextRuns(2, new Date("2026-01-15T00:00:00Z"));
  return `${first.toISOString().slice(0, 19)}, then after ${(second - first) / 1000} s`;
};
for (const words of ["once each week", "once each year", "noon", "once each month", "december 09:00", "friday 09:00"]) console.log(`human-to-cron, ${words}: ${human(words)}: ${next(human(words))}`);
for (const words of ["every month on the 31st at 9 am", "every other day at 9 am", "monthly at 9 am", "every quarter", "every friday at 9 am"]) {
  const cron = natural(words);
  console.log(`natural-cron.js, ${words}: ${cron}: ${next(cron.split(" ").slice(0, 5).join(" "))}`);
}
for (const words of ["every month on the 31st", "every month on day 31", "every quarter"]) {
  let rule = "an error";
  try {
    rule = RRule.fromText(words).toString();
  } catch {}
  console.log(`rrule, ${words}: ${rule}`);
}
JS
node renew.cjs | tee seen
diff seen - <<'TEXT'
human-to-cron, once each week: * * * * * *: 2026-01-15T00:00:01, then after 1 s
human-to-cron, once each year: * * * * * *: 2026-01-15T00:00:01, then after 1 s
human-to-cron, noon: * * * * * *: 2026-01-15T00:00:01, then after 1 s
human-to-cron, once each month: 0 0 0 * */1 0: 2026-01-18T00:00:00, then after 604800 s
human-to-cron, december 09:00: 0 0 9 * 11 *: 2026-11-01T09:00:00, then after 86400 s
human-to-cron, friday 09:00: 0 0 9 * * 5: 2026-01-16T09:00:00, then after 604800 s
natural-cron.js, every month on the 31st at 9 am: 0 9 * * ? *: 2026-01-15T09:00:00, then after 86400 s
natural-cron.js, every other day at 9 am: 0 9 * * ? *: 2026-01-15T09:00:00, then after 86400 s
natural-cron.js, monthly at 9 am: 0 9 * * ? *: 2026-01-15T09:00:00, then after 86400 s
natural-cron.js, every quarter: * * * * ? *: 2026-01-15T00:01:00, then after 60 s
natural-cron.js, every friday at 9 am: 0 9 ? * FRI *: 2026-01-16T09:00:00, then after 604800 s
rrule, every month on the 31st: RRULE:FREQ=MONTHLY;BYMONTHDAY=31
rrule, every month on day 31: RRULE:FREQ=MONTHLY
rrule, every quarter: an error
TEXT
