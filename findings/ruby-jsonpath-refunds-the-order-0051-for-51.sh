#!/usr/bin/env bash
# Ruby's jsonpath 1.1.0 (Debian 12): in a filter both sides are made floats if the member looks like a number. @.id == 100000000000000051 finds the order whose id ends with 52 as well, and
# @.reference == "51", in quotes, finds 0051, 51 and 5.1e1; the first of them is another order.
# Safe: orders.find { |order| order["reference"] == "51" } in Ruby itself.
# Needs Debian 12's ruby-jsonpath.
set -euo pipefail
ruby -e 'require "jsonpath"' 2>/dev/null || { echo "needs Debian's package ruby-jsonpath"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >orders.rb <<'RUBY'
require "json"
require "jsonpath"
orders = JSON.generate(orders: [
  { id: 100000000000000051, reference: "0051", amount: "50.00" }, { id: 100000000000000052, reference: "51", amount: "9.00" },
  { id: 100000000000000099, reference: "5.1e1", amount: "1.00" }, { id: 100000000000000199, reference: "A-1", amount: "2.00" }
])
['@.reference=="51"', '@.reference=="A-1"', "@.id==100000000000000051", '@.amount=="9.00"', '@.amount=="9"'].each do |filter|
  puts "#{filter}: #{JsonPath.on(orders, "$.orders[?(#{filter})].reference").join(" ")}"
end
RUBY
ruby -W0 orders.rb | tee seen
diff seen - <<'TEXT'
@.reference=="51": 0051 51 5.1e1
@.reference=="A-1": A-1
@.id==100000000000000051: 0051 51
@.amount=="9.00": 51
@.amount=="9": 51
TEXT
