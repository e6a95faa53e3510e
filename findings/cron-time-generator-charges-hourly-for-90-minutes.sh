#!/usr/bin/env bash
# cron-time-generator 2.0.3 (npm) makes crontab lines of calls that say something else than a crontab can. every(90).minutes() is */90, which is each full hour, and every(45).minutes() is the
# minutes 0 and 45. every(14).days() is the days 1, 15 and 29, with two days from February 27 to March 1, and every(30).days() the 1st and the 31st. every(2).hours(30) has
# lost its 30. Nothing is refused.
# Safe: intervals that divide an hour or a day, and days of the month by their numbers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts cron-time-generator@2.0.3 cron-parser@4.9.0 >/dev/null
cat >renewals.cjs <<'JS'
const { CronTime } = require("cron-time-generator");
const { parseExpression } = require("cron-parser");
const show = (title, line) => {
  const dates = parseExpression(line, { tz: "UTC", currentDate: "2026-07-14T23:59:00Z" });
  const runs = Array.from({ length: 5 }, () => dates.next().toISOString().slice(5, 16).replace("T", " "));
  console.log(`${title} is "${line}": ${runs.join(", ")}`);
};
show("every(90).minutes()", CronTime.every(90).minutes());
show("every(45).minutes()", CronTime.every(45).minutes());
show("every(14).days()", CronTime.every(14).days());
show("every(30).days()", CronTime.every(30).days());
show("every(2).hours(30)", CronTime.every(2).hours(30));
JS
node renewals.cjs | tee seen
diff seen - <<'TEXT'
every(90).minutes() is "*/90 * * * *": 07-15 00:00, 07-15 01:00, 07-15 02:00, 07-15 03:00, 07-15 04:00
every(45).minutes() is "*/45 * * * *": 07-15 00:00, 07-15 00:45, 07-15 01:00, 07-15 01:45, 07-15 02:00
every(14).days() is "0 0 */14 * *": 07-15 00:00, 07-29 00:00, 08-01 00:00, 08-15 00:00, 08-29 00:00
every(30).days() is "0 0 */30 * *": 07-31 00:00, 08-01 00:00, 08-31 00:00, 09-01 00:00, 10-01 00:00
every(2).hours(30) is "0 */2 * * *": 07-15 00:00, 07-15 02:00, 07-15 04:00, 07-15 06:00, 07-15 08:00
TEXT
