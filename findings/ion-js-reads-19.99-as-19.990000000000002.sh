#!/usr/bin/env bash
# ion-js 5.2.1 (npm), Amazon Ion: the exact decimal 19.99 becomes 19.990000000000002 by numberValue() and in JSON. So
# change 1327 of the amounts from 0.01 to 99.99, and a payment service refuses them for too many decimals. toString() and Ion's own text are right.
# Safe: Number(String(value)), or the text itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ion-js@5.2.1 >/dev/null
cat >read.cjs <<'JS'
const ion = require("ion-js");
const order = ion.load("{ amount: 19.99, rest: 0.07, whole: 50.00 }");
console.log(JSON.stringify(order));
console.log(`${order.get("amount")} is ${order.get("amount").numberValue()}`);
let wrong = 0;
for (let cents = 1; cents <= 9999; cents++) {
  const text = (cents / 100).toFixed(2);
  if (ion.load(text).numberValue() !== Number(text)) wrong++;
}
console.log(`${wrong} of 9999 amounts are wrong`);
JS
node read.cjs | tee seen
diff seen - <<'TEXT'
{"amount":19.990000000000002,"rest":0.07,"whole":50}
19.99 is 19.990000000000002
1327 of 9999 amounts are wrong
TEXT
