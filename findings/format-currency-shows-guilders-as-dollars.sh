#!/usr/bin/env bash
# @automattic/format-currency 2.1.0 (npm) has a list of currencies of its own. One that isn't in it is shown as US dollars, with a warning in the console
# alone: 19.99 of XCG, the Caribbean guilder, of Belarus, Mauritania, Sierra Leone, Venezuela and others is $19.99. With isSmallestUnit, it takes the
# hundredths of HUF, IDR and PKR that payment services count in for whole ones: 123456 of a Hungarian order is Ft 123,456 and not Ft 1,234.56.
# Safe: Intl.NumberFormat, which knows them all, and amounts in the main unit.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @automattic/format-currency@2.1.0 >/dev/null
cat >show.mjs <<'JS'
import { formatCurrency } from "@automattic/format-currency";
console.warn = () => {};
const locale = "en";
const right = (currency) => new Intl.NumberFormat(locale, { style: "currency", currency }).format(19.99);
for (const code of ["USD", "HKD", "XCG", "BYN", "MRU", "SLE", "VES", "ZWG"]) {
  const shown = formatCurrency(19.99, code, { locale });
  console.log(code, shown, shown === right(code) ? "as Intl" : "unlike Intl");
}
for (const code of ["USD", "HUF", "IDR", "PKR"]) console.log(code, "123456 hundredths are", formatCurrency(123456, code, { locale, isSmallestUnit: true }));
JS
node show.mjs | tee seen
diff seen - <<'TEXT'
USD $19.99 as Intl
HKD HK$19.99 as Intl
XCG $19.99 unlike Intl
BYN $19.99 unlike Intl
MRU $19.99 unlike Intl
SLE $19.99 unlike Intl
VES $19.99 unlike Intl
ZWG $19.99 unlike Intl
USD 123456 hundredths are $1,234.56
HUF 123456 hundredths are Ft 123,456
IDR 123456 hundredths are Rp 123,456
PKR 123456 hundredths are ₨ 123,456
TEXT
