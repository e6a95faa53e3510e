#!/usr/bin/env bash
# largest-remainder-round 1.1.0 (npm) splits an amount so that the parts add up. With two decimals it doesn't for 286 of the amounts up to 50.00: 0.14 in three is
# 0.15, and 0.56 is 0.57. So a payment that is split over sellers pays out a cent more than came in.
# Safe: split whole cents, without its second parameter.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts largest-remainder-round@1.1.0 >/dev/null
cat >split.cjs <<'JS'
require("largest-remainder-round");
const cents = (parts) => parts.reduce((sum, part) => sum + Math.round(part * 100), 0);
const wrong = [];
for (let amount = 1; amount <= 5000; amount++) {
  const parts = [1, 1, 1].spread(amount / 100, 2);
  if (cents(parts) !== amount) wrong.push(amount / 100 + " = " + parts.join(" + "));
}
console.log(wrong.length + " wrong: " + wrong.slice(0, 5).join(", "));
console.log("in cents: " + [1, 1, 1].spread(14).join(" + "));
JS
node split.cjs | tee seen
diff seen - <<'TEXT'
286 wrong: 0.07 = 0.03 + 0.03 + 0.02, 0.14 = 0.05 + 0.05 + 0.05, 0.28 = 0.1 + 0.1 + 0.09, 0.55 = 0.19 + 0.19 + 0.18, 0.56 = 0.19 + 0.19 + 0.19
in cents: 5 + 5 + 4
TEXT
