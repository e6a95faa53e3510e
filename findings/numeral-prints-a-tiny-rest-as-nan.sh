#!/usr/bin/env bash
# numeral 2.0.6 (npm) formats 0.0000001 as NaN instead of 0.00: what is left of a sum of doubles after a refund,
# such as 0.1 + 0.2 - 0.3, prints as NaN on a receipt. It also reads "5 m" as five million.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts numeral@2.0.6 >/dev/null
seen=$(node -e '
  const numeral = require("numeral");
  console.log(numeral(0.1 + 0.2 - 0.3).format("0.00"), numeral(0.01).format("0.00"), numeral("5 m").value());
')
echo "seen:     $seen"
expected="NaN 0.01 5000000"
echo "expected: $expected"
[ "$seen" = "$expected" ]
