#!/usr/bin/env bash
# Ruby 3.1's csv 3.2.2 (Debian 12). converters: :numeric reads a field as Ruby's source would: the reference 0051 is octal, 41, which is another order; 0x1F is 31,
# 0b11 is 3 and 10_5 is 105. 0089 can't be octal, so it is the float 89.0. Amounts are floats: 50.00 is 50.0. :integer and :all do the same.
# Safe: no converter, or one by the column: converters: ->(field, info) { info.header == "amount" ? BigDecimal(field) : field }.
# Needs Debian 12's ruby.
set -euo pipefail
ruby -rcsv -e1 2>/dev/null || { echo "needs Debian's package ruby"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >report.csv <<'CSV'
reference,amount
41,19.99
0051,50.00
0x1F,1.00
0b11,1.00
10_5,1.00
0089,1.00
1E5,1.00
CSV
cat >report.rb <<'RUBY'
require "csv"
require "bigdecimal"
by_column = ->(field, info) { info.header == "amount" ? BigDecimal(field) : field }
written = CSV.read("report.csv", headers: true)
guessed = CSV.read("report.csv", headers: true, converters: :numeric)
safe = CSV.read("report.csv", headers: true, converters: by_column)
written.zip(guessed, safe) { |row, number, text| puts "#{row["reference"]}: #{number["reference"].inspect}, #{text["reference"].inspect}" }
puts "paid for 41: #{guessed.select { |row| row["reference"] == 41 }.sum { |row| row["amount"] }}"
RUBY
ruby report.rb | tee seen
diff seen - <<'TEXT'
41: 41, "41"
0051: 41, "0051"
0x1F: 31, "0x1F"
0b11: 3, "0b11"
10_5: 105, "10_5"
0089: 89.0, "0089"
1E5: 100000.0, "1E5"
paid for 41: 69.99
TEXT
