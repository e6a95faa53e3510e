#!/usr/bin/env bash
# @fast-simon/price-parser 1.0.58 (npm), prices in search widgets of shops. formatPrice keeps the formatter of the first of its Intl currencies for all that follow: after one price in yen, 1234.50 euros are
# shown as 1,235 yen, and 50 US dollars as 50 yen, until the page is loaded again. Kuwaiti dinars, which it does not know, are dollars.
# "1,234.50" is NaN.
# Safe: a page load for each change of the currency, or noIntlFormat: true.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @fast-simon/price-parser@1.0.58 >/dev/null
cat >prices.cjs <<'JS'
globalThis.window = { navigator: { language: "en-US" } };
const { PriceParser } = require("@fast-simon/price-parser");
for (const [currency, price, options] of [["JPY", 1000], ["EUR", 1234.5], ["USD", 50], ["USD", 50, { noIntlFormat: true }], ["HKD", "50.00"], ["KWD", 50], ["USD", "1,234.50"]]) console.log(currency, price, "is", PriceParser.formatPrice(currency, price, options));
JS
node prices.cjs | tee seen
diff seen - <<'TEXT'
JPY 1000 is ¥1,000
EUR 1234.5 is ¥1,235
USD 50 is ¥50
USD 50 is $50
HKD 50.00 is HK$50.00 HKD
KWD 50 is $50
USD 1,234.50 is ¥NaN
TEXT
