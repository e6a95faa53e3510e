#!/usr/bin/env bash
# Ruby's whenever 1.0.0 (Debian 12), which writes a crontab from lines such as every 1.week. Spans that cron can't say are written as others, without a word:
# a week is the days 1, 8, 15 and 22, which are 48 charges a year and up to ten days apart; two weeks are the days 1 and 15, 24 a year; 10 days are three a
# month. 45 and 90 minutes are each an hour, and 36 hours are a day.
# Safe: every :monday, at: "9:00" for weeks; for other spans a job each hour that asks which orders are due.
# Needs Debian 12's ruby-whenever.
set -euo pipefail
command -v whenever >/dev/null || { echo "needs Debian's package ruby-whenever"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >schedule.rb <<'RUBY'
every(1.week, at: "9:00") { command "charge week" }
every(2.weeks, at: "9:00") { command "charge fortnight" }
every(10.days, at: "9:00") { command "charge ten-days" }
every(45.minutes) { command "query 45-minutes" }
every(90.minutes) { command "query 90-minutes" }
every(36.hours) { command "charge 36-hours" }
every(:monday, at: "9:00") { command "charge monday" }
RUBY
whenever --load-file schedule.rb 2>/dev/null | sed -nE "s|/bin/bash -l -c '(.*)'|\1|p" | tee seen
diff seen - <<'TEXT'
0 9 1,8,15,22 * * charge week
0 9 1,15 * * charge fortnight
0 9 1,11,21 * * charge ten-days
45 * * * * query 45-minutes
0 * * * * query 90-minutes
0 0 * * * charge 36-hours
0 9 * * 1 charge monday
TEXT
