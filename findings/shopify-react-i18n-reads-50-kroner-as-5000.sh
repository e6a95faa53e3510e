#!/usr/bin/env bash
# @shopify/react-i18n 7.14.0 (npm, about 70,000 downloads a month). unformatCurrency takes the last point or comma of a text for the decimal one, and the point of an abbreviated currency is such a
# point: it reads the "50,00 kr." that its own formatCurrency writes in Danish as 5000.00, and so 50 leva and 50 dirhams. "1.234,50 kr." is right. "Rs.50" is 0.50, and
# "($50.00)" a payment.
# Safe: take away what isn't a digit, minus, point or comma at both ends before: text.replace(/^[^\d-]+|\D+$/g, "").
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @shopify/react-i18n@7.14.0 react@18.3.1 react-dom@18.3.1 >/dev/null
cat >amounts.cjs <<'JS'
const { I18n } = require("@shopify/react-i18n");
const i18n = (locale) => new I18n([], { locale, timezone: "UTC" }, () => "");
for (const [locale, currency] of [["da", "DKK"], ["bg", "BGN"], ["ar-AE", "AED"], ["nb", "NOK"], ["de", "EUR"]]) {
  const text = i18n(locale).formatCurrency(50, { currency, form: "short" });
  const digits = text.replace(/^[^\d-]+|\D+$/g, "");
  console.log(currency, i18n(locale).unformatCurrency(text, currency), "safe", i18n(locale).unformatCurrency(digits, currency));
}
for (const [locale, currency, text] of [["da", "DKK", "1.234,50 kr."], ["en-IN", "INR", "Rs.50"], ["en", "USD", "($50.00)"]]) console.log(text, "is", i18n(locale).unformatCurrency(text, currency));
JS
node amounts.cjs 2>/dev/null | tee seen
diff seen - <<'TEXT'
DKK 5000.00 safe 50.00
BGN 5000.00 safe 50.00
AED 5000.00 safe 50.00
NOK 50.00 safe 50.00
EUR 50.00 safe 50.00
1.234,50 kr. is 1234.50
Rs.50 is 0.50
($50.00) is 50.00
TEXT
