#!/usr/bin/env bash
# LuaDBI 0.7.2 (Debian 12's lua-dbi-sqlite3) reads an integer with 32 bits: 3000000000 cents are -1294967296, the sum of a day of 60 million is 17 million, and two order ids of 18 digits are 1569325107 and
# 1569325111. An id that is a number is stored as a double: 100000000000000051 ends with 48. No error, in Lua 5.1, 5.3 and 5.4. LuaSQL reads them all right in 5.3 and 5.4.
# Safe: select cast(cents as text), and ids as texts.
# Needs Debian 12's lua5.4, lua-dbi-sqlite3 and lua-sql-sqlite3.
set -euo pipefail
lua5.4 -e 'assert(require("DBI").Connect("SQLite3", ":memory:")) require("luasql.sqlite3")' 2>/dev/null || { echo "needs Debian's packages lua5.4, lua-dbi-sqlite3 and lua-sql-sqlite3"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >orders.lua <<'LUA'
local fill = {
  "create table orders (id integer, cents integer)",
  "insert into orders values (100000000000000051, 3000000000)",
  "insert into orders values (100000000000000055, 3000000000)",
}
local dbi = assert(require("DBI").Connect("SQLite3", ":memory:"))
local function run(query, ...)
  local statement = assert(dbi:prepare(query))
  assert(statement:execute(...))
  return statement
end
for _, query in ipairs(fill) do run(query) end
for row in run("select id, cents, cast(id as text) as id_text, cast(cents as text) as cents_text from orders"):rows(true) do
  print("LuaDBI: order " .. row.id .. " (" .. row.id_text .. "), " .. row.cents .. " cents (" .. row.cents_text .. ")")
end
for row in run("select sum(cents) as day from orders"):rows(true) do print("LuaDBI: sum " .. row.day) end
run("insert into orders values (?, ?)", 100000000000000051, 1)
for row in run("select cast(id as text) as id from orders where cents = 1"):rows(true) do print("LuaDBI: stored as a parameter " .. row.id) end

local sql = require("luasql.sqlite3").sqlite3():connect(":memory:")
for _, query in ipairs(fill) do sql:execute(query) end
local row = sql:execute("select max(id) as id, sum(cents) as day from orders"):fetch({}, "a")
print("LuaSQL: order " .. row.id .. ", sum " .. row.day)
LUA
lua5.4 orders.lua | tee seen
diff seen - <<'TEXT'
LuaDBI: order 1569325107 (100000000000000051), -1294967296 cents (3000000000)
LuaDBI: order 1569325111 (100000000000000055), -1294967296 cents (3000000000)
LuaDBI: sum 1705032704
LuaDBI: stored as a parameter 100000000000000048
LuaSQL: order 100000000000000055, sum 6000000000
TEXT
