#!/usr/bin/env bash
# @progress/kendo-recurrence 1.0.5 (npm): every three months from January 31 is July 1, October 1, January 1 and so on: April's charge is lost, and the day
# is another for ever. Every three months from November 30 loses February and goes on from May 2, every two from December 31 goes on from April 3,
# and yearly from February 29 is March 1, also in leap years. Monthly from the 31st is right: months without one are skipped.
# Safe: add BYMONTHDAY to the rule, or -1 for the last day, and it keeps the day.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @progress/kendo-recurrence@1.0.5 @progress/kendo-date-math@1.5.17 >/dev/null
cat >charges.cjs <<'JS'
const { ZonedDate } = require("@progress/kendo-date-math");
require("@progress/kendo-date-math/tz/Asia/Hong_Kong");
const { expand, parseRule } = require("@progress/kendo-recurrence");
const zoned = (text) => ZonedDate.fromLocalDate(new Date(text), "Asia/Hong_Kong");
const charges = (recurrenceRule, day) => {
  const rule = parseRule({ recurrenceRule, weekStart: 0 });
  rule.start = zoned(`${day}T09:00`);
  rule.end = zoned(`${day}T10:00`);
  const { events } = expand(rule, { rangeStart: zoned("2026-01-01T00:00"), rangeEnd: zoned("2040-12-31T00:00"), maxOccurrences: 40 });
  return events.slice(0, 6).map(({ start }) => new Date(start.getTime() + 8 * 3600000).toISOString().slice(0, 10));
};
const rules = [["FREQ=MONTHLY", "2026-01-31"], ["FREQ=MONTHLY;INTERVAL=3", "2026-01-31"], ["FREQ=MONTHLY;INTERVAL=3", "2026-11-30"], ["FREQ=MONTHLY;INTERVAL=2", "2026-12-31"]];
rules.push(["FREQ=YEARLY", "2028-02-29"], ["FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1", "2026-01-31"]);
for (const [rule, day] of rules) console.log(`${rule} from ${day}: ${charges(rule, day).join(" ")}`);
JS
TZ=Asia/Hong_Kong node charges.cjs | tee seen
diff seen - <<'TEXT'
FREQ=MONTHLY from 2026-01-31: 2026-01-31 2026-03-31 2026-05-31 2026-07-31 2026-08-31 2026-10-31
FREQ=MONTHLY;INTERVAL=3 from 2026-01-31: 2026-01-31 2026-07-01 2026-10-01 2027-01-01 2027-04-01 2027-07-01
FREQ=MONTHLY;INTERVAL=3 from 2026-11-30: 2026-11-30 2027-05-02 2027-08-02 2027-11-02 2028-02-02 2028-05-02
FREQ=MONTHLY;INTERVAL=2 from 2026-12-31: 2026-12-31 2027-04-03 2027-06-03 2027-08-03 2027-10-03 2027-12-03
FREQ=YEARLY from 2028-02-29: 2028-02-29 2029-03-01 2030-03-01 2031-03-01 2032-03-01 2033-03-01
FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1 from 2026-01-31: 2026-01-31 2026-04-30 2026-07-31 2026-10-31 2027-01-31 2027-04-30
TEXT
