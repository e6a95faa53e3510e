#!/usr/bin/env bash
# Lists of countries with their currencies: country-data 0.0.31, country-data-list 1.6.3, world-countries 5.1.0 and country-list-js 3.1.8 (npm). They know currencies
# that nobody has any more: leva, kuna and litas instead of the euro, and Venezuela's, Mauritania's and Belarus's before their zeros were cut, so that an amount
# in the old one is 10 to 100,000 times the new. country-data-list says that Belarus's rubel has no decimals, so 19.99 is sent as 19 or 20, and
# that Uganda's shilling has two, so 50 are sent as 5000. countries-list 3.4.1 is right.
# Safe: countries-list for the currency, and the currency's decimals from the payment service.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts country-data@0.0.31 country-data-list@1.6.3 world-countries@5.1.0 country-list-js@3.1.8 \
  countries-list@3.4.1 >/dev/null
cat >list.cjs <<'JS'
const [data, list] = [require("country-data"), require("country-data-list")];
const lists = {
  "country-data": (country) => data.countries[country].currencies[0],
  "country-data-list": (country) => list.countries[country].currencies[0],
  "world-countries": (country) => Object.keys(require("world-countries").find(({ cca2 }) => cca2 === country).currencies)[0],
  "country-list-js": (country) => require("country-list-js").findByIso2(country).currency.code,
  "countries-list": (country) => require("countries-list").countries[country].currency[0],
};
const countries = ["DE", "BG", "HR", "LT", "BY", "VE", "MR", "SL", "CW"];
for (const [name, of] of Object.entries(lists)) console.log(`${name}: ${countries.map((one) => `${one} ${of(one)}`).join(", ")}`);
for (const currency of ["HKD", "JPY", "BYN", "UGX"]) console.log(`country-data-list, decimals of ${currency}: ${list.currencies[currency].decimals}`);
JS
node list.cjs | tee seen
diff seen - <<'TEXT'
country-data: DE EUR, BG BGN, HR HRK, LT EUR, BY BYR, VE VEF, MR MRO, SL SLL, CW ANG
country-data-list: DE EUR, BG BGN, HR EUR, LT EUR, BY BYN, VE VEF, MR MRO, SL SLL, CW ANG
world-countries: DE EUR, BG BGN, HR EUR, LT EUR, BY BYN, VE VES, MR MRU, SL SLL, CW ANG
country-list-js: DE EUR, BG BGN, HR HRK, LT LTL, BY BYR, VE VEF, MR MRO, SL SLL, CW ANG
countries-list: DE EUR, BG EUR, HR EUR, LT EUR, BY BYN, VE VES, MR MRU, SL SLE, CW XCG
country-data-list, decimals of HKD: 2
country-data-list, decimals of JPY: 0
country-data-list, decimals of BYN: 0
country-data-list, decimals of UGX: 2
TEXT
