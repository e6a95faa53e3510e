#!/usr/bin/env bash
# x-data-spreadsheet 1.1.9 (npm), a sheet in a shop's page: =A1*10% of 100 is 1000, as the sign is skipped. A product has no more decimals than its factors: half a kilo at 2.5 is 1.3, and 1.5 hours at
# 12.5 are 18.8. 100*(1-0.075) is NaN. SUM with 1,234.50 is the text "50+NaN".
# Safe: the sums of the shop's server.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm pack --silent x-data-spreadsheet@1.1.9 >/dev/null
tar xzf ./*.tgz package/src/core package/src/locale
echo '{ "type": "module" }' >package.json
# The formulas alone, without a browser: Node.js wants the ends of the files' names.
sed -i -E "s#^(import|export) (.* from )?'(\.[^']*)'#\1 \2'\3.js'#" package/src/core/*.js package/src/locale/*.js
cat >bill.js <<'JS'
import cell from "./package/src/core/cell.js";
import { formulam } from "./package/src/core/formula.js";
const cells = { A1: "100", A2: "0.5", A3: "2.5", A4: "50.00", A5: "1,234.50", A6: "1.5", A7: "12.5" };
const text = (x, y) => cells[String.fromCharCode(65 + x) + (y + 1)] ?? "";
for (const formula of ["=A1*0.1", "=A1*10%", "=A2*A3", "=A6*A7", "=A1*(1-0.075)", "=SUM(A1,A4)", "=SUM(A4,A5)"]) {
  console.log(`${formula}: ${cell.render(formula, formulam, text, [])}`);
}
JS
node bill.js | tee seen
diff seen - <<'TEXT'
=A1*0.1: 10.0
=A1*10%: 1000
=A2*A3: 1.3
=A6*A7: 18.8
=A1*(1-0.075): NaN
=SUM(A1,A4): 150
=SUM(A4,A5): 50+NaN
TEXT
