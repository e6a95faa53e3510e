#!/usr/bin/env bash
# @sumup/intl 1.6.0 (npm) takes the currency from the language if none is given. Bulgaria has the euro since 2026-01-01: 50 (euros) in bg-BG are shown as 50 leva, about half
# the price. A Hong Kong shopper whose browser says zh-Hant-HK, and one who says "en", make an error instead of an amount; zh-HK works.
# Safe: formatCurrency(amount, locale, order.currency).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @sumup/intl@1.6.0 >/dev/null
cat >prices.cjs <<'JS'
const { formatCurrency } = require("@sumup/intl");
const show = (...options) => {
  try {
    return formatCurrency(50, ...options).replace(/\s/g, " ");
  } catch ({ message }) {
    return message.split(".")[0];
  }
};
for (const locale of ["bg-BG", "hr-HR", "de-DE", "zh-HK", "zh-Hant-HK", "en"]) console.log(`${locale}: ${show(locale)}`);
console.log(`bg-BG, EUR: ${show("bg-BG", "EUR")}`);
console.log(`zh-Hant-HK, HKD: ${show("zh-Hant-HK", "HKD")}`);
JS
node prices.cjs | tee seen
diff seen - <<'TEXT'
bg-BG: 50,00 лв.
hr-HR: 50,00 €
de-DE: 50,00 €
zh-HK: HK$50.00
zh-Hant-HK: No currency found for "zh-Hant-HK"
en: No currency found for "en"
bg-BG, EUR: 50,00 €
zh-Hant-HK, HKD: HK$50.00
TEXT
