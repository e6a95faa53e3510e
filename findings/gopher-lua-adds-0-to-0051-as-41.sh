#!/usr/bin/env bash
# GopherLua (Debian 12, of 2017), the Lua of gateways and programs in Go, reads texts of numbers otherwise than Lua. "0051" + 0 is 41, as octal, "0089" + 0 is 89, and tonumber("0051") 51; tonumber("1e2") is nil, and
# 12345678.9 is written 1.23456789e+07.
# Safe: tonumber(reference, 10); string.format("%.2f", amount).
# Needs Debian 12's golang-go, golang-github-yuin-gopher-lua-dev and lua5.1.
set -euo pipefail
[ -d /usr/share/gocode/src/github.com/yuin/gopher-lua ] && [ -x /usr/bin/go ] && [ -x /usr/bin/lua5.1 ] || { echo "needs Debian's packages golang-go, golang-github-yuin-gopher-lua-dev and lua5.1"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >read.lua <<'LUA'
local function try(name, action)
  local fine, value = pcall(action)
  print(name .. ": " .. (fine and tostring(value) or "an error"))
end
try('"0051" + 0', function() return "0051" + 0 end)
try('"0089" + 0', function() return "0089" + 0 end)
try('tonumber("0051")', function() return tonumber("0051") end)
try('tonumber("1e2")', function() return tonumber("1e2") end)
try('"1e2" + 0', function() return "1e2" + 0 end)
try('"50.00" + 0', function() return "50.00" + 0 end)
try('12345678.9', function() return 12345678.9 end)
LUA
cat >run.go <<'GO'
package main

import lua "github.com/yuin/gopher-lua"

func main() {
	state := lua.NewState()
	defer state.Close()
	if err := state.DoFile("read.lua"); err != nil {
		panic(err)
	}
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run run.go >gopher
lua5.1 read.lua >lua
paste -d'|' gopher lua | sed 's/|[^:]*:/, in Lua 5.1:/' | tee seen
diff seen - <<'TEXT'
"0051" + 0: 41, in Lua 5.1: 51
"0089" + 0: 89, in Lua 5.1: 89
tonumber("0051"): 51, in Lua 5.1: 51
tonumber("1e2"): nil, in Lua 5.1: 100
"1e2" + 0: 100, in Lua 5.1: 100
"50.00" + 0: 50, in Lua 5.1: 50
12345678.9: 1.23456789e+07, in Lua 5.1: 12345678.9
TEXT
