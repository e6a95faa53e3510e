#!/usr/bin/env bash
# @breejs/later 4.2.0 (npm, the scheduler of bree). "every 1st day of the month" is every day. "every month" is the first of January. The cron field
# LW (the last working day) is every day too. The day of the week 7, a Sunday elsewhere, is Saturday. A day of the month beside a day of the week
# means both, where cron means either. In local time, 02:30 comes twice in the night in which summer time ends. A subscription is charged 30 times a
# month, or once a year. The sentences that later can't read have an error other than -1, but there is none for "every 1st day" and LW.
# Safe: print the next dates of each schedule in a test, and give each charge a merchantReference made of the customer and the month.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @breejs/later@4.2.0 >/dev/null
cat >dates.cjs <<'JS'
const later = require("@breejs/later");
const from = new Date("2026-01-02T00:00:00Z");
const next = (text, schedule, start = from) => {
  const dates = later.schedule(schedule).next(3, start).map((date) => date.toISOString().slice(0, 16));
  console.log(text + ":", dates.join(" "), "error" in schedule ? "error " + schedule.error : "cron");
};
later.date.UTC();
for (const text of ["every 1st day of the month", "every month", "on the first day of the month"]) next(text, later.parse.text(text));
for (const text of ["0 9 LW * *", "0 9 * * 7", "0 9 1 * 1"]) next(text, later.parse.cron(text));
later.date.localTime();
next("30 2 * * *", later.parse.cron("30 2 * * *"), new Date("2026-10-24T12:00:00Z"));
JS
TZ=Europe/Berlin node dates.cjs | tee seen
diff seen - <<'TEXT'
every 1st day of the month: 2026-01-02T00:00 2026-01-03T00:00 2026-01-04T00:00 error -1
every month: 2026-01-02T00:00 2027-01-01T00:00 2028-01-01T00:00 error 6
on the first day of the month: 2026-02-01T00:00 2026-03-01T00:00 2026-04-01T00:00 error -1
0 9 LW * *: 2026-01-02T09:00 2026-01-03T09:00 2026-01-04T09:00 cron
0 9 * * 7: 2026-01-03T09:00 2026-01-10T09:00 2026-01-17T09:00 cron
0 9 1 * 1: 2026-06-01T09:00 2027-02-01T09:00 2027-03-01T09:00 cron
30 2 * * *: 2026-10-25T00:30 2026-10-25T01:30 2026-10-26T01:30 cron
TEXT
