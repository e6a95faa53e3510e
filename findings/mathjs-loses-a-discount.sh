#!/usr/bin/env bash
# mathjs 15.2.0 (npm), evaluate, such as for a price formula of a shop. "100 - 10%" is 90, but "100 - 10% - 5" and "100 - 10% + 5" are 100, as is each discount that a minus or plus follows: the sign is taken as the
# next number's, so that % is the rest of a division by -5. "100 - (10% + 5%)" is 100, too, and "100 * 90% - 5" is 0: the order is free. No error.
# Safe: brackets around each percentage step, "(100 - 10%) - 5"; factors, "100 * 0.9 - 5".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mathjs@15.2.0 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import { evaluate } from "mathjs";
for (const price of ["100 - 10%", "100 - 10% - 5", "100 - 10% + 5", "100 - 10% - 5%", "100 - (10% + 5%)", "100 * 90% - 5", "(100 - 10%) - 5", "100 * 0.9 - 5"]) console.log(`${price} = ${evaluate(price)}`);
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
100 - 10% = 90
100 - 10% - 5 = 100
100 - 10% + 5 = 100
100 - 10% - 5% = 100
100 - (10% + 5%) = 100
100 * 90% - 5 = 0
(100 - 10%) - 5 = 85
100 * 0.9 - 5 = 85
TEXT
