#!/usr/bin/env bash
# js-money 0.6.3 (npm): fromDecimal multiplies by 100 in binary and then wants a whole number. So it takes 50.25, and refuses 19.99, "19.9",
# 4.35 and 8.2 with "Amount must be an integer". With Math.ceil as its rounder, 1.1 becomes 111 cents.
# Safe: Math.round as the rounder, which is right for amounts of two decimals.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts js-money@0.6.3 >/dev/null
seen=$(node -e '
  const Money = require("js-money");
  const cents = (amount, ...rounder) => { try { return Money.fromDecimal(amount, "HKD", ...rounder).amount; } catch (error) { return error.message; } };
  console.log([cents(50.25), cents(19.99), cents("19.9"), cents(4.35), cents(1.1, Math.ceil), cents(19.99, Math.round)].join(", "));
')
echo "seen:     $seen"
refused="Amount must be an integer"
expected="5025, $refused, $refused, $refused, 111, 1999"
echo "expected: $expected"
[ "$seen" = "$expected" ]
