#!/usr/bin/env bash
# Amounts in words, for invoices and cheques, by four npm libraries. written-number 0.11.1 rounds 19.99 to "twenty", and 0.5 to "one".
# number-to-words 1.2.4 cuts it to "nineteen", and 0.99 to "zero". to-words 5.7.0 and n2words 4.0.0 read the rest of 0.1 + 0.2 as thirty
# quadrillion and four; of 19.999 as money, one says twenty and the other nineteen and ninety-nine cents.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts written-number@0.11.1 number-to-words@1.2.4 to-words@5.7.0 n2words@4.0.0 >/dev/null
cat >words.mjs <<'JS'
import { createRequire } from "node:module";
import { toCardinal, toCurrency } from "n2words/en-US";
const require = createRequire(import.meta.url);
const written = require("written-number");
const { toWords } = require("number-to-words");
const { ToWords } = require("to-words");
const words = new ToWords({ localeCode: "en-US" });
const all = [written(19.99), written(0.5), toWords(19.99), toWords(0.99), words.convert(0.1 + 0.2), toCardinal(0.1 + 0.2)];
console.log([...all, words.convert(19.999, { currency: true }), toCurrency(19.999)].join(" | "));
JS
seen=$(node words.mjs)
echo "seen:     $seen"
expected="twenty | one | nineteen | zero | Zero Point Thirty Quadrillion Four | zero point thirty quadrillion four | Twenty Dollars Only | nineteen dollars and ninety-nine cents"
echo "expected: $expected"
[ "$seen" = "$expected" ]
