#!/usr/bin/env bash
# Nim 1.6.10 (Debian 12), std/json. getInt of 50.00 is 0, without an error, and of 50 it is 50: a shop that was tested with a mock which answers 50
# takes a paid order for a free one when the service answers 50.00. getFloat of the text "50.00" is 0.0. An id of 20 digits is a text inside, printed
# without quotes, and getBiggestInt gives 0, so all such orders have one id.
# Safe: getFloat for numbers, to(Order) with float members, which has errors, and parseFloat(getStr) for texts.
set -euo pipefail
command -v nim >/dev/null || { echo "needs Debian's package nim"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >shop.nim <<'NIM'
import std/json
type Order = object
  amount: float
for text in ["50", "50.00", "5E1", "\"50.00\""]:
  let order = parseJson("{\"amount\":" & text & "}")
  var typed: string
  try: typed = $order.to(Order).amount
  except CatchableError: typed = "an error"
  echo text, ": getInt ", order["amount"].getInt, ", getFloat ", order["amount"].getFloat, ", to ", typed
for text in ["1234567890123456789", "12345678901234567890"]:
  let order = parseJson("{\"id\":" & text & "}")
  echo order, ": ", order["id"].getBiggestInt, ", ", order["id"].kind
NIM
nim compile --hints:off --warnings:off --verbosity:0 --nimcache:cache --out:shop shop.nim
./shop | tee seen
diff seen - <<'TEXT'
50: getInt 50, getFloat 50.0, to 50.0
50.00: getInt 0, getFloat 50.0, to 50.0
5E1: getInt 0, getFloat 50.0, to 50.0
"50.00": getInt 0, getFloat 0.0, to an error
{"id":1234567890123456789}: 1234567890123456789, JInt
{"id":12345678901234567890}: 0, JString
TEXT
