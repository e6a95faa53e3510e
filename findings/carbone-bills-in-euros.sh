#!/usr/bin/env bash
# carbone 3.8.2 (npm), invoices from templates: {total:formatC} takes the currency from the reader's language. An order of 100 Hong Kong dollars is $100.00 for
# en-us, £100.00 for en-gb, and 100.00 € for ja-jp and every language that it has no currency for. With currencySource: "HKD" alone it converts,
# at rates that came with the package: $12.77. 1000 yen are ¥1,000.00. Nothing is raised.
# Safe: give currencySource and currencyTarget, both the order's own currency, or print the amount and its code as they are.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts carbone@3.8.2 >/dev/null
cat >bill.cjs <<'JS'
const carbone = require("carbone");
const bill = (total, options) => new Promise((resolve, reject) =>
  carbone.renderXML("{d.total:formatC}", { total }, options, (error, text) => (error ? reject(error) : resolve(text))));
(async () => {
  for (const lang of ["en-us", "en-gb", "fr-fr", "zh-hk", "ja-jp", "ko-kr"]) console.log(`100, ${lang}: ${await bill(100, { lang })}`);
  console.log(`100 HKD for en-us: ${await bill(100, { lang: "en-us", currencySource: "HKD" })}`);
  console.log(`the same, to HKD: ${await bill(100, { lang: "en-us", currencySource: "HKD", currencyTarget: "HKD" })}`);
  console.log(`1000 yen: ${await bill(1000, { lang: "en-us", currencySource: "JPY", currencyTarget: "JPY" })}`);
  process.exit();
})();
JS
node bill.cjs | tee seen
diff seen - <<'TEXT'
100, en-us: $100.00
100, en-gb: £100.00
100, fr-fr: 100,00 €
100, zh-hk: 100.00 HK$
100, ja-jp: 100.00 €
100, ko-kr: 100.00 €
100 HKD for en-us: $12.77
the same, to HKD: HK$100.00
1000 yen: ¥1,000.00
TEXT
