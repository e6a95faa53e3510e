#!/usr/bin/env bash
# Ruby's gitlab-chronic-duration 0.10.6.2 (Debian 12), which reads spans such as "1 month" of settings. Words that it doesn't know are dropped, and a number alone is
# seconds: "1 quarter" is 4 seconds and "30" is 30. "half a day" is a whole day, "1,5 days" is five days, P1M is a minute, "fortnight" is nothing. A year has
# 365.25 days and a month 30.
# Safe: ChronicDuration.raise_exceptions = true raises for unknown words; or ISO 8601 by ActiveSupport::Duration.parse("P1M").
# Needs Debian 12's ruby-chronic-duration.
set -euo pipefail
ruby -rgitlab_chronic_duration -e1 2>/dev/null || { echo "needs Debian's package ruby-chronic-duration"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >spans.rb <<'RUBY'
require "gitlab_chronic_duration"
day = 86_400.0
["1 month", "1 year", "1 quarter", "half a day", "1,5 days", "fortnight", "P1M", "1.5 days"].each do |text|
  ChronicDuration.raise_exceptions = false
  seconds = ChronicDuration.parse(text)
  ChronicDuration.raise_exceptions = true
  strict = begin ChronicDuration.parse(text) rescue "an error" end
  puts "#{text}: #{seconds.nil? ? "nothing" : seconds < day ? "#{seconds} s" : "#{seconds / day} days"}, strict #{strict}"
end
RUBY
ruby spans.rb | tee seen
diff seen - <<'TEXT'
1 month: 30.0 days, strict 2592000
1 year: 365.25 days, strict 31557600
1 quarter: 4 s, strict an error
half a day: 1.0 days, strict an error
1,5 days: 5.0 days, strict an error
fortnight: nothing, strict an error
P1M: 60 s, strict an error
1.5 days: 1.5 days, strict 129600.0
TEXT
