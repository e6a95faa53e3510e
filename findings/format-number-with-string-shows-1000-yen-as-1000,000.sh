#!/usr/bin/env bash
# format-number-with-string 0.0.2 (npm, 48,000 downloads a month). The pattern "#,##0", for amounts without decimals, takes the comma for the decimal sign:
# 1000 yen are shown as 1000,000, which reads as a million. A pattern whose text has no minus drops that of the amount: a refund of -19.99 by
# "$#,##0.00" is shown as $19.99. What is left of a sum of doubles, such as 0.1 + 0.2 - 0.3, is shown as 5.5e.
# Safe: "#,##0." with a final point for whole amounts, "-$#,##0.00" for amounts that may be negative, and round before.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts format-number-with-string@0.0.2 >/dev/null
cat >shop.cjs <<'JS'
const format = require("format-number-with-string");
const show = (amount, pattern) => console.log(String(amount).padEnd(22), pattern.padEnd(12), format(amount, pattern));
show(1000, "#,##0");
show(1000000, "¥#,##0");
show(1000, "#,##0.");
show(1000, "#,##0.00");
show(-19.99, "$#,##0.00");
show(-19.99, "-$#,##0.00");
show(0.1 + 0.2 - 0.3, "$0.00");
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
1000                   #,##0        1000,000
1000000                ¥#,##0       ¥1000000,000
1000                   #,##0.       1,000
1000                   #,##0.00     1,000.00
-19.99                 $#,##0.00    $19.99
-19.99                 -$#,##0.00   -$19.99
5.551115123125783e-17  $0.00        $5.55
TEXT
