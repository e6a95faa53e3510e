#!/usr/bin/env bash
# country-currency-map 2.1.7 (npm, about 27,000 downloads a month) gives a country's primary currency and writes amounts. It knows no won, dong, lira, hryvnia, sol, tenge
# or any of many others, and gives USD instead: 109 of its 243 countries have it. Four countries of the euro have it, too, though the library knows EUR.
# formatLocaleCurrency writes amounts from 1000 on without cents, as its readme says, but not negative ones, so a refund of $1,999.99 is of an order of $2,000.
# An amount that is a text with a comma ends at the comma, and fils are rounded. Nothing warns.
# Safe: country-to-currency for countries, Intl.NumberFormat for amounts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts country-currency-map@2.1.7 >/dev/null
cat >countries.cjs <<'JS'
const { getCountry, getCountryByAbbreviation, formatLocaleCurrency } = require("country-currency-map");
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter((code) => getCountryByAbbreviation(code));
const currency = (code) => getCountry(getCountryByAbbreviation(code)).currency;
console.log("of", codes.length, "countries", codes.filter((code) => currency(code) === "USD").length, "have USD");
console.log("DE JP CH HK KR VN TR UA PE CL KZ SK LT LV RO".split(" ").map((code) => `${code} ${currency(code)}`).join(", "));
for (const [amount, code] of [[1999.99, "USD"], [-1999.99, "USD"], [999.99, "USD"], ["1,234.50", "USD"], [1.005, "KWD"]]) console.log(amount, code, formatLocaleCurrency(amount, code));
JS
node countries.cjs | tee seen
diff seen - <<'TEXT'
of 243 countries 109 have USD
DE EUR, JP JPY, CH CHF, HK HKD, KR USD, VN USD, TR USD, UA USD, PE USD, CL USD, KZ USD, SK USD, LT USD, LV USD, RO USD
1999.99 USD $2,000
-1999.99 USD -$1,999.99
999.99 USD $999.99
1,234.50 USD $1.00
1.005 KWD KWD 1.01
TEXT
