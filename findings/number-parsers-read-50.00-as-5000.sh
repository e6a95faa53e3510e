#!/usr/bin/env bash
# @internationalized/number 3.6.9 (npm, 20 million downloads a month: React Aria's and React Stately's number fields), @progress/kendo-intl 3.2.1,
# intl-number-parser 1.0.6, intl-io 0.4.4 and maska 3.2.1 read an amount in a locale: what separates groups there is taken out wherever it stands. So 50,00
# is 5000 in English and in Hong Kong, and 50.00 is 5000 in German. An amount that a shopper, a barcode or an API put in isn't refused, it is a hundred times
# as much. kendo-intl reads "1 234.50" as 1 and "50%" as 0.5; intl-io makes (50.00) and 50.00- positive.
# Safe: take amounts from APIs by Number(), and refuse a field whose groups don't have three digits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @internationalized/number@3.6.9 @progress/kendo-intl@3.2.1 intl-number-parser@1.0.6 intl-io@0.4.4 maska@3.2.1 >/dev/null
cat >amounts.mjs <<'JS'
import { createRequire } from "node:module";
import { NumberParser } from "@internationalized/number";
import { parseNumber } from "@progress/kendo-intl";
import { Mask } from "maska";
const require = createRequire(import.meta.url);
const intlNumberParser = require("intl-number-parser").default;
const { NumberCulture } = require("intl-io");
const hongKong = new NumberParser("en-HK", { style: "currency", currency: "HKD" });
const german = new NumberParser("de-DE", { style: "currency", currency: "EUR" });
const english = intlNumberParser("en-US");
const culture = new NumberCulture("en");
const mask = new Mask({ number: { fraction: 2, locale: "de" } });
const readers = {
  "@internationalized/number, Hong Kong": (text) => hongKong.parse(text),
  "@internationalized/number, German": (text) => german.parse(text),
  "kendo-intl, English": (text) => parseNumber(text, "en"),
  "intl-number-parser, English": (text) => english(text),
  "intl-io, English": (text) => culture.parse(text),
  "maska, German": (text) => mask.unmasked(text),
};
for (const [name, read] of Object.entries(readers))
  console.log(name, ["50.00", "50,00", "1.234,50", "1 234.50", "(50.00)", "50.00-", "50%"].map((text) => `${text}: ${read(text)}`).join(", "));
JS
node amounts.mjs | tee seen
diff seen - <<'TEXT'
@internationalized/number, Hong Kong 50.00: 50, 50,00: 5000, 1.234,50: 1.2345, 1 234.50: 1234.5, (50.00): NaN, 50.00-: NaN, 50%: NaN
@internationalized/number, German 50.00: 5000, 50,00: 50, 1.234,50: 1234.5, 1 234.50: 123450, (50.00): NaN, 50.00-: NaN, 50%: NaN
kendo-intl, English 50.00: 50, 50,00: 5000, 1.234,50: 1.2345, 1 234.50: 1, (50.00): null, 50.00-: null, 50%: 0.5
intl-number-parser, English 50.00: 50, 50,00: 5000, 1.234,50: 1.2345, 1 234.50: 1234.5, (50.00): NaN, 50.00-: NaN, 50%: NaN
intl-io, English 50.00: 50, 50,00: 5000, 1.234,50: 1.2345, 1 234.50: 1234.5, (50.00): 50, 50.00-: 50, 50%: 50
maska, German 50.00: 5000, 50,00: 50.00, 1.234,50: 1234.50, 1 234.50: 123450, (50.00): 5000, 50.00-: 5000, 50%: 50
TEXT
