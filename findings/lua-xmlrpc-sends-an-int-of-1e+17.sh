#!/usr/bin/env bash
# LuaXMLRPC 1.2.1 (Debian 12, Lua 5.1): a number without a fraction is sent as <int>, written as Lua writes it. An order id of 18 digits is <int>1e+17</int>, as is the next order's, and 3000000000 is an <int>, which
# has 32 bits in XML-RPC; 50.0 is an <int>, too, while 19.99 is a <double>. None is an error.
# Safe: ids as texts; xmlrpc.newTypedValue(amount, "double").
# Needs Debian 12's lua5.1 and lua-xmlrpc.
set -euo pipefail
command -v lua5.1 >/dev/null && lua5.1 -e 'require "xmlrpc"' 2>/dev/null || { echo "needs Debian's packages lua5.1 and lua-xmlrpc"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >sale.lua <<'LUA'
local xmlrpc = require "xmlrpc"
local function sent(value)
  return xmlrpc.clEncode("sale", value):match("<value>(.-)</value>")
end
for _, value in ipairs { 100000000000000051, 100000000000000052, 3000000000, 50.0, 19.99 } do
  print(string.format("%.2f", value) .. " is " .. sent(value))
end
print("50.00 as a typed value is " .. sent(xmlrpc.newTypedValue(50.0, "double")))
LUA
lua5.1 sale.lua | tee seen
diff seen - <<'TEXT'
100000000000000048.00 is <int>1e+17</int>
100000000000000048.00 is <int>1e+17</int>
3000000000.00 is <int>3000000000</int>
50.00 is <int>50</int>
19.99 is <double>19.99</double>
50.00 as a typed value is <double>50</double>
TEXT
