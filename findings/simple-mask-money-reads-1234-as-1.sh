#!/usr/bin/env bash
# simple-mask-money 4.1.4 (npm) has Brazil's separators by default: formatToNumber("1,234.50") is 1.2345, a thousandth of it, and
# formatToCurrency(19.9) is "19,90". No error. Safe: set decimalSeparator and thousandsSeparator in each call.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts simple-mask-money@4.1.4 >/dev/null
seen=$(node -e '
  const money = require("simple-mask-money").default ?? require("simple-mask-money");
  const english = { decimalSeparator: ".", thousandsSeparator: "," };
  console.log(money.formatToNumber("1,234.50"), money.formatToNumber("$1,234.50"), money.formatToCurrency(19.9), money.formatToNumber("1,234.50", english));
')
echo "seen:     $seen"
expected="1.2345 1.2345 19,90 1234.5"
echo "expected: $expected"
[ "$seen" = "$expected" ]
