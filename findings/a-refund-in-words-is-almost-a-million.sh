#!/usr/bin/env bash
# Amounts in words, for invoices, credit notes and receipts. A refund of -19.99 in words, by libraries of npm:
# numero-a-letras 1.0.6 and @vigilio/numeros-a-letras 0.0.7 (Spanish, for Mexico's invoices): 999,980.01. They round downwards, so -20 is a million less 20.
# convert-rupees-into-words 1.0.6: 101.99, as the minus is a hundred. thai-baht-text 2.0.5: "undefined hundred and 19 baht". amount-in-words 1.0.1: 19.99, without its minus.
# The last one also reads decimals as a whole number: 1.50 is one rupee and five paise, 1.1 is one paisa, and 0.1 + 0.2 is 300 crore crore and four paise.
# nzh 1.0.14, bahttext 2.4.0, numero-por-extenso 1.0.8 and extenso 3.0.0 are right.
# Safe: the words of Math.abs(amount), rounded to cents, with a word for the refund of the shop's own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts numero-a-letras@1.0.6 @vigilio/numeros-a-letras@0.0.7 convert-rupees-into-words@1.0.6 thai-baht-text@2.0.5 amount-in-words@1.0.1 \
  nzh@1.0.14 bahttext@2.4.0 numero-por-extenso@1.0.8 extenso@3.0.0 >/dev/null
cat >words.mjs <<'JS'
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const { AmountToWords } = require("amount-in-words");
const inRupees = (amount) => new AmountToWords().toWords(amount, { countryCode: "IND" });
const { porExtenso, estilo } = require("numero-por-extenso");
const libraries = {
  "numero-a-letras": require("numero-a-letras").NumerosALetras,
  "@vigilio/numeros-a-letras": (await import("@vigilio/numeros-a-letras")).default,
  "convert-rupees-into-words": require("convert-rupees-into-words"),
  "thai-baht-text": require("thai-baht-text"),
  "amount-in-words": inRupees,
  nzh: (amount) => require("nzh").cn.toMoney(amount),
  bahttext: require("bahttext").bahttext,
  "numero-por-extenso": (amount) => porExtenso(amount, estilo.monetario),
};
for (const [name, words] of Object.entries(libraries)) console.log(`${name}:`, words(-19.99).trim());
console.log("extenso:", (await import("extenso")).default(-19.99, { mode: "currency" }));
for (const amount of [1.5, 1.1, 0.1 + 0.2]) console.log("amount-in-words", amount, inRupees(amount));
JS
node words.mjs | tee seen
diff seen - <<'TEXT'
numero-a-letras: Novecientos Noventa y Nueve Mil Novecientos Ochenta Pesos 01/100 M.N.
@vigilio/numeros-a-letras: NOVECIENTO NOVENTA Y NUEVE MIL NOVECIENTO OCHENTA CON UN
convert-rupees-into-words: Hundred  One Rupees and Ninety Nine Paisa
thai-baht-text: undefinedร้อยสิบเก้าบาทเก้าสิบเก้าสตางค์
amount-in-words: Nineteen Rupees And Ninety Nine Paise
nzh: 人民币负壹拾玖元玖角玖分
bahttext: ลบสิบเก้าบาทเก้าสิบเก้าสตางค์
numero-por-extenso: menos dezenove reais e noventa e nove centavos
extenso: menos dezenove reais e noventa e nove centavos
amount-in-words 1.5 One Rupee And Five Paise
amount-in-words 1.1 One Rupee And One Paisa
amount-in-words 0.30000000000000004 Zero Rupee And Three Hundred Crore Crore Four Paise
TEXT
