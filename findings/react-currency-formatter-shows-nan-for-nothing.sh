#!/usr/bin/env bash
# react-currency-formatter 1.1.0 (npm, 13,700 downloads a month). What is left of a sum of doubles, such as 0.1 + 0.2 - 0.3 after a refund, is shown as
# $NaN. Yen have two decimals and Kuwaiti dinars two instead of three: 1.005 dinars are shown as 1.01. A currency that is younger than
# the library, such as the Caribbean guilder, throws while the page is drawn.
# Safe: Intl.NumberFormat with style "currency".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts react@16.14.0 react-dom@16.14.0 prop-types@15.8.1 react-currency-formatter@1.1.0 --legacy-peer-deps >/dev/null
cat >shop.cjs <<'JS'
console.warn = () => {};
const { createElement } = require("react");
const { renderToStaticMarkup } = require("react-dom/server");
const Currency = require("react-currency-formatter");
const show = (quantity, currency) => {
  let shown;
  try { shown = renderToStaticMarkup(createElement(Currency, { quantity, currency })).replace(/<.*?>/g, ""); } catch ({ message }) { shown = message; }
  console.log(String(quantity).padEnd(22), currency, shown);
};
show(1234.5, "USD");
show(0.1 + 0.2 - 0.3, "USD");
show(1000, "JPY");
show(1.005, "KWD");
show(50, "XCG");
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
1234.5                 USD $1,234.50
5.551115123125783e-17  USD $NaN
1000                   JPY ¥1,000.00
1.005                  KWD KD 1.01
50                     XCG Cannot read properties of undefined (reading 'h')
TEXT
