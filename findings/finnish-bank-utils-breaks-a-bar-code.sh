#!/usr/bin/env bash
# finnish-bank-utils 1.3.3 (npm) multiplies an amount by 100 for the bar code of an invoice and doesn't round. 19.99 becomes 1998.9999999999998: the code
# is longer than 54 digits and holds a point, so no scanner and not even the library's own reader takes it. That is so for 9,210 of the first
# 99,999 amounts. There is no error, and the invoice is printed.
# Safe: read each code back before you print it, and print no bar code if the amount isn't the same.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts finnish-bank-utils@1.3.3 >/dev/null
cat >bar.cjs <<'JS'
const finnish = require("finnish-bank-utils");
const code = (sum) => finnish.formatFinnishVirtualBarCode({ iban: "FI5810171000000122", sum, reference: "1232", date: "31.1.2026" });
const read = (sum) => finnish.parseFinnishVirtualBarCode(code(sum)).sum;
for (const sum of [50, 482.99, 19.99, 0.29]) console.log(sum, code(sum), read(sum));
let broken = 0;
for (let cents = 1; cents < 100000; cents++) if (read(cents / 100) !== cents / 100) broken++;
console.log(broken + " of 99999");
JS
node bar.cjs | tee seen
diff seen - <<'TEXT'
50 458101710000001220000500000000000000000000001232260131 50
482.99 458101710000001220004829900000000000000000001232260131 482.99
19.99 4581017100000012200001998.9999999999997700000000000000000001232260131 undefined
0.29 4581017100000012200000028.99999999999999600000000000000000001232260131 undefined
9210 of 99999
TEXT
