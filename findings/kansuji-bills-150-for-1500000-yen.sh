#!/usr/bin/env bash
# kansuji 1.1.0 and kansuji-ts 1.0.3 (npm) write amounts in Japanese numerals, as invoices and receipts have them. The sign for ten thousand is left out where the digit at that place is 0:
# 1,500,000 yen are 百五十, which is 150, and 100,000 are 十, which is 10. That is a tenth of the amounts from 100,000 yen on, some of which look like a
# lower one. The text "1,234.50" is 一, which is 1.
# Safe: { unit: false }, which writes each digit, or Intl.NumberFormat with "ja-JP-u-nu-hanidec".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts kansuji@1.1.0 kansuji-ts@1.0.3 >/dev/null
cat >bill.cjs <<'JS'
const kansuji = require("kansuji");
const { default: typed } = require("kansuji-ts");
for (const yen of [12340000, 110000, 1500000, 150, 100000, 10, "1,234.50"]) console.log(`${yen}: ${kansuji(yen)} and ${typed(yen)}, digits ${kansuji(yen, { unit: false })}`);
const texts = {};
let alike = 0;
for (let yen = 1; yen <= 1000000; yen++) {
  const text = kansuji(yen);
  if (texts[text]) alike++;
  texts[text] = true;
}
console.log(`amounts to 1,000,000 yen that look like a lower one: ${alike}`);
JS
node bill.cjs | tee seen
diff seen - <<'TEXT'
12340000: 千二百三十四万 and 千二百三十四万, digits 一二三四〇〇〇〇
110000: 十一万 and 十一万, digits 一一〇〇〇〇
1500000: 百五十 and 百五十, digits 一五〇〇〇〇〇
150: 百五十 and 百五十, digits 一五〇
100000: 十 and 十, digits 一〇〇〇〇〇
10: 十 and 十, digits 一〇
1,234.50: 一 and 一, digits 一
amounts to 1,000,000 yen that look like a lower one: 91
TEXT
