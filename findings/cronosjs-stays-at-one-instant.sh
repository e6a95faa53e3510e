#!/usr/bin/env bash
# cronosjs 1.7.1 (npm). With skipRepeatedHour: false a task should run in both hours of the night in which summer time ends. nextDate and nextNDates give
# the same instant again and again instead, so three renewals have one date, and "the next after the last charge" is the last charge.
# Safe: leave skipRepeatedHour at true, or schedule in UTC.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts cronosjs@1.7.1 >/dev/null
cat >dates.cjs <<'JS'
const { CronosExpression } = require("cronosjs");
for (const skipRepeatedHour of [true, false]) {
  const cron = CronosExpression.parse("30 2 * * *", { timezone: "Europe/Berlin", skipRepeatedHour });
  console.log(skipRepeatedHour, cron.nextNDates(new Date("2026-10-24T12:00:00Z"), 3).map((date) => date.toISOString()).join(" "));
}
JS
node dates.cjs | tee seen
diff seen - <<'TEXT'
true 2026-10-25T00:30:00.000Z 2026-10-26T01:30:00.000Z 2026-10-27T01:30:00.000Z
false 2026-10-25T00:30:00.000Z 2026-10-25T00:30:00.000Z 2026-10-25T00:30:00.000Z
TEXT
