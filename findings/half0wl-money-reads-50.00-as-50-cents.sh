#!/usr/bin/env bash
# @half0wl/money 1.0.2 (npm): Money.fromString reads 19.99 as 1999 cents, and 50.00 as 50 cents, as every amount whose cents are zero: a hundredth.
# A cart of 19.99 and 30.00 is then 20.29. 1,234.50 is one cent. Nothing is raised.
# Safe: new Money("USD", 5000), with cents that you counted yourself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @half0wl/money@1.0.2 >/dev/null
cat >read.cjs <<'JS'
const { Money } = require("@half0wl/money");
const shown = (money) => `${money.getAmount()} cents, ${money.toLocaleString("en-US")}`;
for (const text of ["19.99", "49.99", "50.00", "50", "0.50", "1200.00", "1,234.50"]) console.log(`${text}: ${shown(Money.fromString("USD", text))}`);
console.log(`19.99 + 30.00: ${shown(Money.fromString("USD", "19.99").add(Money.fromString("USD", "30.00")))}`);
JS
node read.cjs | tee seen
diff seen - <<'TEXT'
19.99: 1999 cents, $19.99
49.99: 4999 cents, $49.99
50.00: 50 cents, $0.50
50: 50 cents, $0.50
0.50: 50 cents, $0.50
1200.00: 1200 cents, $12.00
1,234.50: 1 cents, $0.01
19.99 + 30.00: 2029 cents, $20.29
TEXT
