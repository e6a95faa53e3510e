#!/usr/bin/env bash
# @microsoft/recognizers-text-suite 1.3.1 (npm, 380,000 downloads a month), by which chat shops and bots take amounts out of a sentence. In German, Italian
# and Dutch, 1.234,50 € is 1.734: what follows a point or comma is read as decimals, and added: 1.234 + 0.50. 1.234.567,89 € is 2.691. Below a thousand euros
# all is right. In Spanish and French the same happens to 1,234.50. The value's own separator is a comma in these two.
# In English, "minus $50" is 50, "a dollar fifty" is 0.5 and "$5m" is 5; in Chinese, 三十五块五 (35.50) is 35 and 港幣50元 is 50 yuan.
# Safe: show what was understood and ask before the sale, or read the amount yourself where the recognizer says that one stands.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @microsoft/recognizers-text-suite@1.3.1 >/dev/null
cat >amounts.cjs <<'JS'
const { recognizeCurrency } = require("@microsoft/recognizers-text-suite");
const sentences = {
  "de-de": ["999,99 €", "1234,50 €", "1.234 €", "1.234,50 €", "1.234.567,89 €"],
  "it-it": ["1.234,50 €"],
  "nl-nl": ["1.234,50 €"],
  "es-es": ["1.234,50 €", "1,234.50 €"],
  "en-us": ["$1,234.50", "$1.234,50", "minus $50", "a dollar fifty", "$5k", "$5m"],
  "zh-cn": ["35块5毛", "三十五块五", "50港元", "港幣50元"],
};
for (const [culture, texts] of Object.entries(sentences))
  for (const text of texts) console.log(`${culture} ${text}:`, recognizeCurrency(text, culture).map(({ resolution }) => `${resolution.value} ${resolution.isoCurrency ?? resolution.unit}`).join(", "));
JS
node amounts.cjs | tee seen
diff seen - <<'TEXT'
de-de 999,99 €: 999.99 EUR
de-de 1234,50 €: 1234.5 EUR
de-de 1.234 €: 1.234 EUR
de-de 1.234,50 €: 1.734 EUR
de-de 1.234.567,89 €: 2.691 EUR
it-it 1.234,50 €: 1.734 EUR
nl-nl 1.234,50 €: 1.734 EUR
es-es 1.234,50 €: 1234,5 Euro
es-es 1,234.50 €: 1,734 Euro
en-us $1,234.50: 1234.5 Dollar
en-us $1.234,50: 1.734 Dollar
en-us minus $50: 50 Dollar
en-us a dollar fifty: 0.5 Dollar
en-us $5k: 5000 Dollar
en-us $5m: 5 Dollar
zh-cn 35块5毛: 35.5 CNY
zh-cn 三十五块五: 35 CNY
zh-cn 50港元: 50 HKD
zh-cn 港幣50元: 50 CNY
TEXT
