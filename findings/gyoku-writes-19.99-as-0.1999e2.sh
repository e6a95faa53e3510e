#!/usr/bin/env bash
# Gyoku 1.3.1 (Debian 12), which writes the SOAP calls of Savon: a BigDecimal of 19.99 is sent as 0.1999e2, which xs:decimal doesn't allow and a service that reads digits alone takes for another
# amount; a Rational is 1999/100. A Time is sent without its day: a report since November 30, 10:00 asks for 10:00:00, while a DateTime has both. Nothing warns.
# Safe: amounts as texts, by to_s("F"), and times by iso8601.
# Needs Debian 12's ruby-gyoku.
set -euo pipefail
ruby -e 'require "gyoku"' 2>/dev/null || { echo "needs Debian's package ruby-gyoku"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >refund.rb <<'RUBY'
require "bigdecimal"
require "date"
require "gyoku"
puts Gyoku.xml(amount: BigDecimal("19.99"), fee: BigDecimal("50"), share: 1999 / 100r, float: 19.99, text: "50.00")
puts Gyoku.xml(time: Time.utc(2026, 11, 30, 10), date_time: DateTime.new(2026, 11, 30, 10), date: Date.new(2026, 11, 30))
puts Gyoku.xml(amount: BigDecimal("19.99").to_s("F"))
RUBY
ruby refund.rb | tee seen
diff seen - <<'TEXT'
<amount>0.1999e2</amount><fee>0.5e2</fee><share>1999/100</share><float>19.99</float><text>50.00</text>
<time>10:00:00</time><dateTime>2026-11-30T10:00:00+00:00</dateTime><date>2026-11-30</date>
<amount>19.99</amount>
TEXT
