#!/usr/bin/env bash
# parse-money 1.0.12 (npm): HK$50.00 and NT$100 are amounts in US dollars, almost eight and thirty times the money. $.50 is 50 dollars, $5k is 5,
# a refund of -$5.00 is a payment of 5, and BHD 0.500, half a dinar, is 500. Nothing is raised, though 50.00 HKD has no currency at all.
# Safe: take the number and the currency from two fields.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts parse-money@1.0.12 >/dev/null
cat >read.cjs <<'JS'
const parseMoney = require("parse-money").default;
for (const text of ["$1,234.50", "HK$50.00", "NT$100", "50.00 HKD", "$.50", "$5k", "-$5.00", "BHD 0.500"]) console.log(`${text}: ${JSON.stringify(parseMoney(text))}`);
JS
node read.cjs | tee seen
diff seen - <<'TEXT'
$1,234.50: {"amount":1234.5,"currency":"USD"}
HK$50.00: {"amount":50,"currency":"USD"}
NT$100: {"amount":100,"currency":"USD"}
50.00 HKD: {"amount":50,"currency":null}
$.50: {"amount":50,"currency":"USD"}
$5k: {"amount":5,"currency":"USD"}
-$5.00: {"amount":5,"currency":"USD"}
BHD 0.500: {"amount":500,"currency":null}
TEXT
