#!/usr/bin/env bash
# @unchainedshop/core 4.8.27 (npm, a shop on MongoDB), the schedule of its workers and the periods of its subscriptions. A cron text with a name, "0 9 * * MON" or "0 9 1 JAN *", is read as each day and as each month, without an error; with 7 for
# Sunday it never comes. "every 90 minutes" is each hour, "every 36 hours" is each day and "every 45 seconds" comes after 45 and after 15.
# A subscription by the month that begins on January 31 is charged on February 28 and then on the 28th for ever, as each period begins where the one before has ended.
# Safe: numbers from 0 to 6; steps that divide 60 or 24; nextPeriod of an adapter of the shop's own, which counts from the first day.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts @unchainedshop/core@4.8.27 >/dev/null
cat >shop.mjs <<'JS'
const { schedule } = await import("./node_modules/@unchainedshop/core/lib/utils/schedule.js");
const { EnrollmentAdapter } = await import("./node_modules/@unchainedshop/core/lib/directors/EnrollmentAdapter.js");
const show = (text, parsed, from = "2026-12-01T00:00:00Z") => {
  const next = schedule.schedule(parsed).next(3, new Date(from));
  console.log(`${text}: ${next.map((date) => date.toISOString().slice(0, 19).replace("T", " ")).join(", ") || "never"}`);
};
for (const text of ["0 9 * * 1", "0 9 * * MON", "0 9 1 JAN *", "0 9 * * 0", "0 9 * * 7"]) show(text, schedule.parse.cron(text));
for (const text of ["every 90 minutes", "every 36 hours", "every 45 seconds"]) show(text, schedule.parse.text(text));
const periods = [{ start: new Date("2027-01-01T09:00:00Z"), end: new Date("2027-01-31T09:00:00Z") }];
for (let month = 0; month < 3; month++) periods.push(await EnrollmentAdapter.actions({ enrollment: { periods }, product: { plan: { billingInterval: "MONTHS", billingIntervalCount: 1 } } }).nextPeriod());
console.log(`by the month from January 31: ${periods.slice(1).map(({ start }) => start.toISOString().slice(0, 10)).join(", ")}`);
process.exit();
JS
TZ=UTC node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
0 9 * * 1: 2026-12-07 09:00:00, 2026-12-14 09:00:00, 2026-12-21 09:00:00
0 9 * * MON: 2026-12-01 09:00:00, 2026-12-02 09:00:00, 2026-12-03 09:00:00
0 9 1 JAN *: 2026-12-01 09:00:00, 2027-01-01 09:00:00, 2027-02-01 09:00:00
0 9 * * 0: 2026-12-06 09:00:00, 2026-12-13 09:00:00, 2026-12-20 09:00:00
0 9 * * 7: never
every 90 minutes: 2026-12-01 01:00:00, 2026-12-01 02:00:00, 2026-12-01 03:00:00
every 36 hours: 2026-12-02 00:00:00, 2026-12-03 00:00:00, 2026-12-04 00:00:00
every 45 seconds: 2026-12-01 00:00:45, 2026-12-01 00:01:00, 2026-12-01 00:01:45
by the month from January 31: 2027-01-31, 2027-02-28, 2027-03-28
TEXT
