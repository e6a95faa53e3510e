#!/usr/bin/env bash
# feelin 8.2.0 (npm, rules in FEEL, the language of DMN tables). FEEL counts with 34 decimal digits; feelin with doubles: "round down(19.99, 2)" is 19.98, as for 573 of 9999 whole cents, "round up(1.10, 2)" is 1.11,
# "round half up(1.005, 2)" is 1, and 0.1 + 0.2 = 0.3 is false. So a table bills other cents here than in an engine that keeps to the standard.
# The text "50.00" is above 20, but the sum of ["50.00", "1.00"] is null, and "100.00" isn't above "20.00".
# Safe: cents as numbers in the table; the rounding in the shop.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts feelin@8.2.0 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import { evaluate } from "feelin";
const value = (expression) => evaluate(expression, {}).value;
for (const expression of ["round down(19.99, 2)", "round up(1.10, 2)", "round half up(1.005, 2)", "0.1 + 0.2 = 0.3", '"50.00" > 20', 'sum(["50.00", "1.00"])', '"100.00" > "20.00"']) console.log(`${expression}: ${value(expression)}`);
const amounts = Array.from({ length: 9999 }, (_, cents) => ((cents + 1) / 100).toFixed(2));
for (const round of ["round down", "round up"]) console.log(`${round} changes ${amounts.filter((amount) => value(`${round}(${amount}, 2)`) !== Number(amount)).length} of ${amounts.length} whole cents`);
console.log(`in cents: ${value("round down(1999, 0)")}`);
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
round down(19.99, 2): 19.98
round up(1.10, 2): 1.11
round half up(1.005, 2): 1
0.1 + 0.2 = 0.3: false
"50.00" > 20: true
sum(["50.00", "1.00"]): null
"100.00" > "20.00": false
round down changes 573 of 9999 whole cents
round up changes 573 of 9999 whole cents
in cents: 1999
TEXT
