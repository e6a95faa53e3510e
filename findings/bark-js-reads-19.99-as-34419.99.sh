#!/usr/bin/env bash
# bark-js 1.2.1 (npm) reads GS1 bar codes, of coupons and price labels, say. The price with its currency (393n) and the amount with it (391n) begin with
# the number of the currency, 344 for HKD. The library's value has that in front of the amount: HKD 19.99 is 34419.99, and AUD is 03619.99. The right one
# stands in another member, amount, which a price without a currency (392n, 390n) lacks: there it is value.
# Safe: amount ?? value.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts bark-js@1.2.1 >/dev/null
cat >read.cjs <<'JS'
const bark = require("bark-js");
for (const code of ["39323441999", "39320361999", "39123441999", "39221999"])
  for (const { ai, title, value, amount } of bark(code).elements) console.log(ai, title, "value", value, "amount", amount);
JS
node read.cjs | tee seen
diff seen - <<'TEXT'
3932 PRICE value 34419.99 amount 19.99
3932 PRICE value 03619.99 amount 19.99
3912 AMOUNT value 34419.99 amount 19.99
3922 PRICE value 19.99 amount undefined
TEXT
