#!/usr/bin/env bash
# icalendar 0.7.1 (npm) reads a subscription's rule. The last day of each month, BYMONTHDAY=-1, comes out as the day before it and the first of the next month, so that a renewal is asked for
# twice. Every three months from January 31 is May 31, July 31 and October 31, as the interval is counted from the day into which April 31 has run over.
# Safe: rrule 2.8.1, or a rule on a day that each month has.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts icalendar@0.7.1 rrule@2.8.1 >/dev/null
cat >renewals.cjs <<'JS'
process.env.TZ = "UTC";
const { RRule } = require("icalendar");
const { RRule: Rule } = require("rrule");
const day = (date) => date.toISOString().slice(0, 10);
const start = new Date("2026-01-31T09:00:00Z");
for (const text of ["FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;INTERVAL=3", "FREQ=MONTHLY"]) {
  console.log(`${text} by icalendar:`, ...new RRule(text, { DTSTART: start }).nextOccurences(new Date("2026-01-30T00:00:00Z"), 5).map(day));
  console.log(`${text} by rrule:`, ...new Rule({ ...Rule.parseString(text), dtstart: start, count: 5 }).all().map(day));
}
JS
node renewals.cjs | tee seen
diff seen - <<'TEXT'
FREQ=MONTHLY;BYMONTHDAY=-1 by icalendar: 2026-01-31 2026-02-27 2026-03-01 2026-03-30 2026-04-01
FREQ=MONTHLY;BYMONTHDAY=-1 by rrule: 2026-01-31 2026-02-28 2026-03-31 2026-04-30 2026-05-31
FREQ=MONTHLY;INTERVAL=3 by icalendar: 2026-01-31 2026-05-31 2026-07-31 2026-10-31 2027-01-31
FREQ=MONTHLY;INTERVAL=3 by rrule: 2026-01-31 2026-07-31 2026-10-31 2027-01-31 2027-07-31
FREQ=MONTHLY by icalendar: 2026-01-31 2026-03-31 2026-05-31 2026-07-31 2026-08-31
FREQ=MONTHLY by rrule: 2026-01-31 2026-03-31 2026-05-31 2026-07-31 2026-08-31
TEXT
