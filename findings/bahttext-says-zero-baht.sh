#!/usr/bin/env bash
# Amounts in words from a text with a comma, as a till or a form shows them. bahttext 2.4.0 (npm, about 347,000 downloads a month), which takes texts, writes "zero baht
# exactly" on the receipt of an order of "1,234.50". thai-baht-text-ts 1.1.0 writes one baht, and numero-por-extenso 1.0.8 fifty centavos.
# With a currency in front, 50 baht are zero baht, too, and nothing in numero-por-extenso. thai-baht-text 2.0.5 refuses both texts.
# Safe: numbers, not texts, or thai-baht-text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts bahttext@2.4.0 thai-baht-text-ts@1.1.0 thai-baht-text@2.0.5 numero-por-extenso@1.0.8 >/dev/null
cat >words.mjs <<'JS'
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const { porExtenso, estilo } = require("numero-por-extenso");
const libraries = {
  bahttext: require("bahttext").bahttext,
  "thai-baht-text-ts": require("thai-baht-text-ts").ThaiBaht,
  "thai-baht-text": require("thai-baht-text"),
  "numero-por-extenso": (amount) => porExtenso(amount, estilo.monetario),
};
for (const amount of [1234.5, "1234.50", "1,234.50", "฿50.00"])
  for (const [name, words] of Object.entries(libraries)) {
    let seen;
    try {
      seen = words(amount);
    } catch (error) {
      seen = error.message;
    }
    console.log(JSON.stringify(amount), name, seen);
  }
JS
node words.mjs | tee seen
diff seen - <<'TEXT'
1234.5 bahttext หนึ่งพันสองร้อยสามสิบสี่บาทห้าสิบสตางค์
1234.5 thai-baht-text-ts หนึ่งพันสองร้อยสามสิบสี่บาทห้าสิบสตางค์
1234.5 thai-baht-text หนึ่งพันสองร้อยสามสิบสี่บาทห้าสิบสตางค์
1234.5 numero-por-extenso um mil duzentos e trinta e quatro reais e cinquenta centavos
"1234.50" bahttext หนึ่งพันสองร้อยสามสิบสี่บาทห้าสิบสตางค์
"1234.50" thai-baht-text-ts หนึ่งพันสองร้อยสามสิบสี่บาทห้าสิบสตางค์
"1234.50" thai-baht-text หนึ่งพันสองร้อยสามสิบสี่บาทห้าสิบสตางค์
"1234.50" numero-por-extenso um mil duzentos e trinta e quatro reais e cinquenta centavos
"1,234.50" bahttext ศูนย์บาทถ้วน
"1,234.50" thai-baht-text-ts หนึ่งบาทถ้วน
"1,234.50" thai-baht-text Invalid input. Expected a number or a string representing a number.
"1,234.50" numero-por-extenso cinquenta centavos
"฿50.00" bahttext ศูนย์บาทถ้วน
"฿50.00" thai-baht-text-ts undefinedร้อยundefinedสิบundefinedบาทundefinedร้อยundefinedสิบundefinedสตางค์
"฿50.00" thai-baht-text Invalid input. Expected a number or a string representing a number.
"฿50.00" numero-por-extenso 
TEXT
