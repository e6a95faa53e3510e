#!/usr/bin/env bash
# @shopify/theme-currency 4.1.1 (npm): formatMoney takes cents, and of a text it drops the points. Shopify's Storefront API writes amounts as "50.0", and so do
# Ruby's and Python's decimals: 50 dollars are shown as $5.00, while 19.99 is shown right, so a test with 19.99 passes. The number 19.99 is $0.20.
# Safe: formatMoney(Math.round(Number(amount) * 100)).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @shopify/theme-currency@4.1.1 >/dev/null
cat >shown.cjs <<'JS'
const { formatMoney } = require("@shopify/theme-currency");
for (const amount of [1999, 5000, "19.99", "19.9", "50.0", "1234.5", 19.99]) console.log(JSON.stringify(amount), formatMoney(amount, "${{amount}}"));
JS
node shown.cjs | tee seen
diff seen - <<'TEXT'
1999 $19.99
5000 $50.00
"19.99" $19.99
"19.9" $1.99
"50.0" $5.00
"1234.5" $123.45
19.99 $0.20
TEXT
