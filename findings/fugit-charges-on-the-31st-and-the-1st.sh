#!/usr/bin/env bash
# Ruby's fugit 1.5.2 (Debian 12), which reads the words of sidekiq-cron, rufus-scheduler and good_job. "every 30 days" is the cron line 0 0 1,31 * *: two charges in a row, on the 31st and on
# the 1st. "every 15 days" charges on the 1st, 16th and 31st, "every 40 days" each month, "every 1st and 15th of the month at 9" on the 1st alone, "every 90 minutes"
# each hour, and "on the 1st of every month at 9am" is a single time. None is an error.
# Safe: cron lines, and the days counted by the shop; Fugit::Duration for a time from now.
# Needs Debian 12's ruby-fugit.
set -euo pipefail
ruby -e 'require "fugit"' 2>/dev/null || { echo "needs Debian's package ruby-fugit"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >words.rb <<'RUBY'
require "fugit"
["every month", "every 30 days", "every 15 days", "every 40 days", "every 14 days at 9am", "every 1st and 15th of the month at 9", "every 90 minutes", "on the 1st of every month at 9am", "every quarter"].each do |words|
  read = Fugit.parse(words)
  puts "#{words}: #{read.respond_to?(:to_cron_s) ? read.to_cron_s : read.class}"
end
time = EtOrbi.parse("2026-03-02 00:00 UTC")
charges = 3.times.map { (time = Fugit.parse("every 30 days").next_time(time)).strftime("%B %-d") }
puts "every 30 days, from March 2: #{charges.join(", ")}"
RUBY
TZ=UTC ruby -W0 words.rb | tee seen
diff seen - <<'TEXT'
every month: 0 0 1 * *
every 30 days: 0 0 1,31 * *
every 15 days: 0 0 1,16,31 * *
every 40 days: 0 0 1 * *
every 14 days at 9am: 0 9 1,15,29 * *
every 1st and 15th of the month at 9: 0 9 1 * *
every 90 minutes: 0 * * * *
on the 1st of every month at 9am: EtOrbi::EoTime
every quarter: NilClass
every 30 days, from March 2: March 31, April 1, May 1
TEXT
