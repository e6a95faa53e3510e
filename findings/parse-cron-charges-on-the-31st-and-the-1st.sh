#!/usr/bin/env bash
# Ruby's parse-cron 0.1.4 (Debian 12), which computes when a line of cron is due. A day that a month doesn't have falls on the first of the next one: a charge on the
# 31st comes on January 31, February 1, March 31, April 1 and so on, twice within a day. One on the 30th comes on February 1, and one on February 29 comes
# each year, on February 1. cron itself skips these months.
# Safe: a day up to the 28th; or fugit, whose day "last" is the month's last.
# Needs Debian 12's ruby-parse-cron.
set -euo pipefail
ruby -rcron_parser -e1 2>/dev/null || { echo "needs Debian's package ruby-parse-cron"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >due.rb <<'RUBY'
require "cron_parser"
["0 9 31 * *", "0 9 30 * *", "0 9 29 2 *", "0 9 28 * *"].each do |line|
  times = [Time.utc(2026, 1, 30, 12)]
  6.times { times << CronParser.new(line, Time).next(times.last) }
  puts "#{line}: #{times.drop(1).map { |time| time.strftime("%Y-%m-%d") }.join(" ")}"
end
RUBY
TZ=UTC ruby due.rb | tee seen
diff seen - <<'TEXT'
0 9 31 * *: 2026-01-31 2026-02-01 2026-03-31 2026-04-01 2026-05-31 2026-06-01
0 9 30 * *: 2026-02-01 2026-03-30 2026-04-30 2026-05-30 2026-06-30 2026-07-30
0 9 29 2 *: 2027-02-01 2028-02-29 2029-02-01 2030-02-01 2031-02-01 2032-02-29
0 9 28 * *: 2026-02-28 2026-03-28 2026-04-28 2026-05-28 2026-06-28 2026-07-28
TEXT
