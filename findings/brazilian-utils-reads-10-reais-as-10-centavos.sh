#!/usr/bin/env bash
# @brazilian-utils/brazilian-utils 2.4.0 (npm). parseCurrency takes the last two digits for centavos where a text has neither a comma nor a point: "R$ 10" is 0.10 and "50" is 0.50, while "50,5" is 50.50. A
# gift card or a price that people wrote without centavos shrinks to a hundredth. A third decimal, as in a price by weight, makes "19,999" a thousand times as much, and a refund in
# brackets loses its minus.
# Safe: refuse texts without two decimals, or add ",00" to those without a comma.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @brazilian-utils/brazilian-utils@2.4.0 >/dev/null
cat >shop.mjs <<'JS'
import { parseCurrency } from "@brazilian-utils/brazilian-utils";
for (const text of ["R$ 1.234,50", "R$ 50,5", "R$ 10", "50", "R$ 1.234", "19,999", "(19,99)"]) console.log(`${text}: ${parseCurrency(text)}`);
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
R$ 1.234,50: 1234.5
R$ 50,5: 50.5
R$ 10: 0.1
50: 0.5
R$ 1.234: 1234
19,999: 19999
(19,99): 19.99
TEXT
