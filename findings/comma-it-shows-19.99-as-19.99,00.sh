#!/usr/bin/env bash
# comma-it 0.0.7 (npm, 12,000 downloads a month), whose readme begins with "1234.5 => 1,234.50". Without options it takes a number's own point for one of the digits, and adds
# decimals: 19.99 is shown as 19.99,00, 1234.5 as 1 234.5,00, and 1.005 as 1. 005,00. The text "1,234.50" is shown as 1,23. With the separators
# and addPrecision set, prices are right, but cut and not rounded, and that text is 1,,234.50.
# Safe: new Intl.NumberFormat(locale, { style: "currency", currency }).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts comma-it@0.0.7 >/dev/null
node -e '
  const commaIt = require("comma-it");
  for (const amount of [100, 19.99, 1234.5, 1.005, -19.99, "1,234.50"]) console.log(`${amount}: ${commaIt(amount)}, ${commaIt(amount, { addPrecision: true, thousandSeperator: ",", decimalSeperator: "." })}`);
' | tee seen
diff seen - <<'TEXT'
100: 100,00, 100.00
19.99: 19.99,00, 19.99
1234.5: 1 234.5,00, 1,234.50
1.005: 1. 005,00, 1.00
-19.99: -19.99,00, -19.99
1,234.50: 1,23, 1,,234.50
TEXT
