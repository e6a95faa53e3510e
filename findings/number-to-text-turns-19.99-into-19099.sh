#!/usr/bin/env bash
# number-to-text 0.4.1 (npm, about 36,000 downloads a month) takes the point of an amount for a comma between thousands: 19.99 is nineteen thousand, ninety nine; the text
# "50.00" is fifty thousand, and 1234567.89 is more than a billion. 0.5 and -5 are five, and a total of 0.1 + 0.2 is quintillion, thirty quadrillion, four. Nothing warns.
# Safe: whole units, with the cents in figures: convertToText(Math.trunc(amount)) and 99/100.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts number-to-text@0.4.1 >/dev/null
cat >words.cjs <<'JS'
const { convertToText } = require("number-to-text");
require("number-to-text/converters/en-us");
for (const amount of [50, 19.99, "19.99", "50.00", 0.5, -5, 0.1 + 0.2, 1234567.89, "1,234.50"]) console.log(JSON.stringify(amount), convertToText(amount).trim());
JS
node words.cjs | tee seen
diff seen - <<'TEXT'
50 Fifty
19.99 Nineteen Thousand, Ninety Nine
"19.99" Nineteen Thousand, Ninety Nine
"50.00" Fifty Thousand
0.5 Five
-5 Five
0.30000000000000004 Quintillion, Thirty Quadrillion, Four
1234567.89 One Billion, Two Hundred And Thirty Four Million, Five Hundred And Sixty Seven Thousand, Eighty Nine
"1,234.50" Million, Two Hundred And Thirty Four Thousand, Fifty
TEXT
