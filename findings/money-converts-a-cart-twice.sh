#!/usr/bin/env bash
# money 0.2.0 (npm's money.js, about 63,000 downloads a month) writes its results into the list of prices that it is asked to convert. A cart of 10.00 and
# 20.00 US dollars is 78.00 and 156.00 "dollars" after it was shown in Hong Kong dollars, and its price in yen is 11,700 instead of 1,500. The same
# library drops the comma of a price as a text, so "1.234,50 EUR" is 1.2345.
# Safe: convert one number at a time, or hand over a copy of the list. Charge the amount that was stored, never the one that was shown.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts money@0.2.0 >/dev/null
cat >convert.cjs <<'JS'
const fx = require("money");
fx.base = "USD";
fx.rates = { HKD: 7.8, JPY: 150, EUR: 0.5 };
const cart = [10, 20];
console.log("in HKD: " + fx.convert(cart, { from: "USD", to: "HKD" }));
console.log("the cart, still in USD: " + cart);
console.log("in JPY: " + fx.convert(cart, { from: "USD", to: "JPY" }));
console.log("one by one, in JPY: " + [10, 20].map((price) => fx.convert(price, { from: "USD", to: "JPY" })));
console.log("1.234,50 EUR in EUR: " + fx("1.234,50 EUR").to("EUR"));
JS
node convert.cjs | tee seen
diff seen - <<'TEXT'
in HKD: 78,156
the cart, still in USD: 78,156
in JPY: 11700,23400
one by one, in JPY: 1500,3000
1.234,50 EUR in EUR: 1.2345
TEXT
