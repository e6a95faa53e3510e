#!/usr/bin/env bash
# vue-currency-filter 5.2.0 (npm), money in Vue pages. An order of 0.30 is paid with 0.10 and 0.20, so by floating point -2.8e-17 remains. The filter takes the minus off as text, and then the letter
# of the exponent: the page shows -$2.78. Without decimals, as its settings begin, 19.99 is 20, and a positive rest is NaN. vue2-filters 0.14.0 shows both rests as
# NaN, and the text "1,234.50" as $1.00.
# Safe: round to cents before the filter, or keep cents.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps vue-currency-filter@5.2.0 vue2-filters@0.14.0 >/dev/null
cat >page.cjs <<'JS'
const filters = (plugin, options) => {
  const found = {};
  (plugin.default ?? plugin).install({ filter: (name, filter) => (found[name] = filter), mixin: () => undefined, prototype: {} }, options);
  return found.currency;
};
const pages = {
  "vue-currency-filter": filters(require("vue-currency-filter"), { symbol: "$", thousandsSeparator: ",", fractionCount: 2, fractionSeparator: ".", symbolSpacing: false }),
  "vue-currency-filter as it is": filters(require("vue-currency-filter"), {}),
  "vue2-filters": filters(require("vue2-filters")),
};
for (const [name, currency] of Object.entries(pages)) {
  const seen = { "0.3 - 0.1 - 0.2": 0.3 - 0.1 - 0.2, "0.1 + 0.2 - 0.3": 0.1 + 0.2 - 0.3, "19.99": 19.99, '"1,234.50"': "1,234.50" };
  console.log(`${name}: ${Object.entries(seen).map(([text, amount]) => `${text} is ${currency(amount).trim()}`).join("; ")}`);
}
JS
node page.cjs | tee seen
diff seen - <<'TEXT'
vue-currency-filter: 0.3 - 0.1 - 0.2 is -$2.78; 0.1 + 0.2 - 0.3 is $0.00; 19.99 is $19.99; "1,234.50" is $1,234.50
vue-currency-filter as it is: 0.3 - 0.1 - 0.2 is - 3; 0.1 + 0.2 - 0.3 is NaN; 19.99 is 20; "1,234.50" is 1.235
vue2-filters: 0.3 - 0.1 - 0.2 is -$NaN; 0.1 + 0.2 - 0.3 is $NaN; 19.99 is $19.99; "1,234.50" is $1.00
TEXT
