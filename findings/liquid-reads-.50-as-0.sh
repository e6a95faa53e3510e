#!/usr/bin/env bash
# Ruby's Liquid 5.4 (Debian 12), the templates of shops' pages and mails. In plus, minus, times and divided_by, a text that isn't written as digits, a point and digits is read as an integer:
# .50 and -.50 are 0, +19.99 is 19, 1E+2 and 1,234.50 are 1, 50.00- and 50. are 50, without an error. 1999 | divided_by: 100 is 19, as its documentation says.
# Safe: amounts as numbers of Ruby (BigDecimal), or formatted by the shop.
# Needs Debian 12's ruby-liquid.
set -euo pipefail
ruby -e 'require "liquid"' 2>/dev/null || { echo "needs Debian's package ruby-liquid"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >bill.rb <<'RUBY'
require "bigdecimal"
require "liquid"
[".50", "-.50", "+19.99", "1E+2", "1,234.50", "50.00-", "50.", "50.00", BigDecimal("19.99")].each do |amount|
  puts "#{amount.is_a?(String) ? amount : "BigDecimal"} | plus: 0 is #{Liquid::Template.parse("{{ amount | plus: 0 }}").render("amount" => amount)}"
end
puts "1999 | divided_by: 100 is #{Liquid::Template.parse("{{ 1999 | divided_by: 100 }}").render}"
RUBY
LC_ALL=C.UTF-8 ruby -W0 bill.rb | tee seen
diff seen - <<'TEXT'
.50 | plus: 0 is 0
-.50 | plus: 0 is 0
+19.99 | plus: 0 is 19
1E+2 | plus: 0 is 1
1,234.50 | plus: 0 is 1
50.00- | plus: 0 is 50
50. | plus: 0 is 50
50.00 | plus: 0 is 50.0
BigDecimal | plus: 0 is 19.99
1999 | divided_by: 100 is 19
TEXT
