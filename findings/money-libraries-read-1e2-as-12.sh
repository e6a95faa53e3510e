#!/usr/bin/env bash
# Java's BigDecimal("100").stripTrailingZeros() prints 1E+2, and Jackson, Gson and json-smart send it so. currency.js 2.0.4,
# accounting 0.4.1 and numeral 2.0.6 (npm) drop the E and read 12. None raises an error; Number("1E+2") is 100.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts currency.js@2.0.4 accounting@0.4.1 numeral@2.0.6 >/dev/null
seen=$(node -e '
  const text = "1E+2";
  console.log(require("currency.js")(text).value, require("accounting").unformat(text), require("numeral")(text).value(), Number(text));
')
echo "seen:     $seen"
expected="12 12 12 100"
echo "expected: $expected"
[ "$seen" = "$expected" ]
