#!/usr/bin/env bash
# currencyformatter.js 2.2.0 (npm, 346,000 downloads a month): an amount that is a text with a comma between thousands, "1,234.50", as databases' and payment
# services' reports have it, is shown as 0, without an error and without a currency. Read back, its own refunds in dirhams, riyals and dinars are NaN; (50.00) is 50, so
# a refund in brackets is a payment, and Rs.50 is 0.5.
# Safe: numbers alone; Number(text.replaceAll(",", "")) first, and a check by Number.isFinite; valueOnError, so that a wrong text doesn't look like a price.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts currencyformatter.js@2.2.0 >/dev/null
node -e '
  const { format, parse } = require("currencyformatter.js");
  console.log("1234.50:", format("1234.50", { currency: "USD" }), "| 1,234.50:", format("1,234.50", { currency: "USD" }));
  for (const currency of ["USD", "AED", "SAR", "KWD"]) console.log(`-1234.5 ${currency}:`, parse(format(-1234.5, { currency }), { currency }));
  for (const text of ["(50.00)", "50.00-", "Rs.50", "Rs 50"]) console.log(`${text}:`, parse(text, { locale: "en_IN" }));
' | tee seen
diff seen - <<'TEXT'
1234.50: $1,234.50 | 1,234.50: 0
-1234.5 USD: -1234.5
-1234.5 AED: NaN
-1234.5 SAR: NaN
-1234.5 KWD: NaN
(50.00): 50
50.00-: -50
Rs.50: 0.5
Rs 50: 50
TEXT
