#!/usr/bin/env bash
# money-math 2.6.3 (npm) drops the decimal point of each text and takes what is left for cents. So "50" is 0.50, and "0.1"
# is 0.01. JSON.parse turns an answer's 50.00 into 50, and String(50) is what a shop then adds: the sum is a hundredth.
# Safe: amounts with exactly two decimals, such as Number(amount).toFixed(2).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts money-math@2.6.3 >/dev/null
seen=$(node -e '
  const money = require("money-math");
  const { amount } = JSON.parse("{\"amount\":50.00}");
  console.log(money.add(String(amount), "0.10"), money.cmp("50", "50.00"), money.isEqual("50", "50.00"), money.add("50.00", "0.10"));
')
echo "seen:     $seen"
expected="0.60 -4950 false 50.10"
echo "expected: $expected"
[ "$seen" = "$expected" ]
