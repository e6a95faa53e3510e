#!/usr/bin/env bash
# handlebars-helpers 0.10.0 (npm) in a receipt: {{toFixed (addCommas amount) 2}} is 0.00 from 1000.00 on, and right below. {{addCommas amount}} alone is 1,234.5.
# {{#gt total limit}} of two decimals in quotes, as databases give them, compares them as texts: 100.00 is not more than 20.00, so free shipping
# is for 9.99. {{toAbbr 999999}} is 1m. Safe: {{addCommas (toFixed amount 2)}}, and numbers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts handlebars-helpers@0.10.0 handlebars@4.7.10 >/dev/null
cat >receipt.cjs <<'JS'
const handlebars = require("handlebars");
require("handlebars-helpers")({ handlebars });
const shown = (template, values) => handlebars.compile(template)(values);
for (const amount of [999.5, 1000, 1234.5])
  console.log(`${amount}: ${["{{toFixed (addCommas amount) 2}}", "{{addCommas amount}}", "{{addCommas (toFixed amount 2)}}"].map((template) => shown(template, { amount })).join(" | ")}`);
for (const total of ["9.99", "100.00"])
  console.log(`${total} for free shipping from 20.00: ${shown("{{#gt total limit}}free{{else}}not free{{/gt}}", { total, limit: "20.00" })}`);
console.log(`999999: ${shown("{{toAbbr 999999}}", {})}`);
JS
node receipt.cjs | tee seen
diff seen - <<'TEXT'
999.5: 999.50 | 999.5 | 999.50
1000: 0.00 | 1,000 | 1,000.00
1234.5: 0.00 | 1,234.5 | 1,234.50
9.99 for free shipping from 20.00: free
100.00 for free shipping from 20.00: not free
999999: 1m
TEXT
