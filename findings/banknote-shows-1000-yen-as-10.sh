#!/usr/bin/env bash
# banknote 0.2.7 (npm) formats an amount of the smallest unit and follows Unicode's CLDR, its description says. Each currency has a hundred of them: 1000
# yen are shown as ¥10.00, 10000 won as ₩100.00, and 1005 fils, which are 1.005 dinars, as 10.05. Hong Kong dollars have the sign of American ones.
# Safe: set subunitsPerUnit and centsZeroFill by currency, or let Intl.NumberFormat format the amount.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts banknote@0.2.7 >/dev/null
cat >show.cjs <<'JS'
const banknote = require("banknote");
const digits = (currency) => new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits;
for (const [locale, currency, amount] of [["ja-JP", "JPY", 1000], ["ko-KR", "KRW", 10000], ["ar-KW", "KWD", 1005], ["en-HK", "HKD", 1999], ["en-US", "USD", 1999]]) {
  const shown = banknote.formatSubunitAmount(amount, banknote.formattingForLocale(locale, currency));
  console.log(`${amount} of ${currency}: ${shown}; right is ${(amount / 10 ** digits(currency)).toFixed(digits(currency))}`);
}
JS
node show.cjs | tee seen
diff seen - <<'TEXT'
1000 of JPY: ¥10.00; right is 1000
10000 of KRW: ₩100.00; right is 10000
1005 of KWD: KWD 10.05; right is 1.005
1999 of HKD: $19.99; right is 19.99
1999 of USD: $19.99; right is 19.99
TEXT
