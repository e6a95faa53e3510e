#!/usr/bin/env bash
# swell-js 5.8.1 (npm), the client of Swell's shops, with a display currency. "nearest" shows 19.00 and 19.20 as 20, and to the nearest .99 both are 20.99, as is 19.99, while 0.40 is -0.01.
# "down" to .99 makes 19.99 of 19.00.
# Safe: no rounding of display currencies, or Intl.NumberFormat with rates of your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps swell-js@5.8.1 >/dev/null
cat >shop.cjs <<'JS'
const required = require("swell-js");
const swell = required.default ?? required;
swell.init("shop", "pk_test");
const show = (round, round_fraction) => {
  const settings = { code: "EUR", round, decimals: 2, ...(round_fraction && { round_interval: "fraction", round_fraction }) };
  const seen = [19, 19.2, 19.8, 19.99, 0.4].map((price) => `${price} is ${swell.currency.applyRounding(price, settings)}`);
  console.log(`${round}${round_fraction ? ` to ${round_fraction}` : ""}: ${seen.join(", ")}`);
};
show("nearest");
show("nearest", 0.99);
show("down", 0.99);
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
nearest: 19 is 20, 19.2 is 20, 19.8 is 20, 19.99 is 20, 0.4 is 0
nearest to 0.99: 19 is 20.99, 19.2 is 20.99, 19.8 is 20.99, 19.99 is 20.99, 0.4 is -0.01
down to 0.99: 19 is 19.99, 19.2 is 19.99, 19.8 is 19.99, 19.99 is 19.99, 0.4 is -0.01
TEXT
