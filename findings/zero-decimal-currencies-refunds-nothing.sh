#!/usr/bin/env bash
# zero-decimal-currencies 1.6.0 (npm) turns an amount into the smallest unit. A refund of -19.99 dollars becomes 0, while -1000 yen stay -1000. The text
# 1,234.50 becomes 100, which is one dollar. 1.9 yen become 1 and 100.51 yen 101, though its documentation says that it rounds. There is no error.
# Safe: convert without the sign and add it afterwards, and refuse a text with a comma.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts zero-decimal-currencies@1.6.0 >/dev/null
cat >convert.mjs <<'JS'
import toSmallestUnit from "zero-decimal-currencies";
const amounts = [[19.99, "HKD"], [-19.99, "HKD"], [-50, "USD"], [-1000, "JPY"], ["1,234.50", "HKD"], [1.9, "JPY"], [100.51, "JPY"]];
console.log(amounts.map(([amount, currency]) => `${amount} ${currency} = ${toSmallestUnit(amount, currency)}`).join("; "));
JS
seen=$(node convert.mjs)
echo "seen:     $seen"
expected="19.99 HKD = 1999; -19.99 HKD = 0; -50 USD = 0; -1000 JPY = -1000; 1,234.50 HKD = 100; 1.9 JPY = 1; 100.51 JPY = 101"
echo "expected: $expected"
[ "$seen" = "$expected" ]
