#!/usr/bin/env bash
# cron-schedule 6.0.0 (npm). It reads the digits that a field begins with and ignores the rest, without a word: 1#1 (the first Monday of a month) is every
# Monday, 15W (the working day next to the 15th) is the 15th, and 1/15 (the 1st, the 16th and the 31st) is the 1st alone. What was meant once
# a month is charged four or five times. Other libraries read the same text as it was meant, or refuse it.
# Safe: print the next dates of each schedule in a test.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts cron-schedule@6.0.0 >/dev/null
cat >dates.mjs <<'JS'
import { parseCronExpression } from "cron-schedule";
for (const text of ["0 9 * * 1#1", "0 9 15W * *", "0 9 1/15 * *"]) {
  const dates = parseCronExpression(text).getNextDates(5, new Date("2026-02-01T00:00:00Z"));
  console.log(text + ":", dates.map((date) => date.toISOString().slice(0, 10)).join(" "));
}
JS
TZ=UTC node dates.mjs | tee seen
diff seen - <<'TEXT'
0 9 * * 1#1: 2026-02-02 2026-02-09 2026-02-16 2026-02-23 2026-03-02
0 9 15W * *: 2026-02-15 2026-03-15 2026-04-15 2026-05-15 2026-06-15
0 9 1/15 * *: 2026-02-01 2026-03-01 2026-04-01 2026-05-01 2026-06-01
TEXT
