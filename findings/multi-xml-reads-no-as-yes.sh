#!/usr/bin/env bash
# MultiXml 0.6.0 (Debian 12), by which HTTParty and Faraday read XML in Ruby. An element with a type is cast, as Rails' services write them: the boolean "no" is true, as is each text but
# false and 0; the float "1,234.50" is 1.0 and "50,10" 50.0; the integer "1,234" is 1, "50.00" 50 and "abc" 0, without an error. An order of one line has a text
# where one of two lines has a list. The dash of a name becomes an underscore.
# Safe: MultiXml.parse(text, typecast_xml_value: false); Array(order["line"]).
# Needs Debian 12's ruby and ruby-multi-xml.
set -euo pipefail
ruby -e 'require "multi_xml"' 2>/dev/null || { echo "needs Debian's packages ruby and ruby-multi-xml"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >read.rb <<'RUBY'
require "multi_xml"
MultiXml.parser = :rexml

{
  "boolean" => ["yes", "no", "NO", "unpaid", "false", "0"],
  "float" => ["50.00", "1,234.50", "50,10", "-"],
  "integer" => ["0051", "1,234", "50.00", "abc"],
  "decimal" => ["50.00"],
}.each do |type, texts|
  puts "#{type}: " + texts.map { |text| "#{text} is #{MultiXml.parse("<order><value type=\"#{type}\">#{text}</value></order>")["order"]["value"]}" }.join(", ")
end
puts "not cast: #{MultiXml.parse('<order><refunded type="boolean">no</refunded></order>', typecast_xml_value: false)["order"]["refunded"]["__content__"]}"
p MultiXml.parse("<order><line-id>1</line-id><line-id>2</line-id></order>")["order"], MultiXml.parse("<order><line-id>1</line-id></order>")["order"]
RUBY
ruby -W0 read.rb | tee seen
diff seen - <<'TEXT'
boolean: yes is true, no is true, NO is true, unpaid is true, false is false, 0 is false
float: 50.00 is 50.0, 1,234.50 is 1.0, 50,10 is 50.0, - is 0.0
integer: 0051 is 51, 1,234 is 1, 50.00 is 50, abc is 0
decimal: 50.00 is 0.5e2
not cast: no
{"line_id"=>["1", "2"]}
{"line_id"=>"1"}
TEXT
