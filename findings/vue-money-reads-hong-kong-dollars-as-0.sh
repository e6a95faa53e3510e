#!/usr/bin/env bash
# vue-money 0.4.1 (npm). Its input shows an amount with the shop's symbol, but reads it back with "$" only, and gives the default where that fails: with the symbol "HK$" or euros, each
# amount is 0 as soon as the shopper leaves the field. With "." between thousands, each character is taken away, and all is 0 as well. Only the form of the USA works.
# Safe: this.$moneyFormat for display only, and a plain number input for what is charged.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts vue-money@0.4.1 vue@2.7.16 >/dev/null
cat >input.mjs <<'JS'
import fs from "node:fs";
fs.copyFileSync("node_modules/vue-money/src/index.js", "vue-money.mjs");
const { Money } = await import("./vue-money.mjs");
for (const options of [{}, { symbol: "HK$" }, { symbol: "€" }, { thousandsSeparator: ".", decimalSeparator: "," }]) {
  const { default: Vue } = await import(`vue/dist/vue.runtime.common.prod.js`);
  const Shop = Vue.extend();
  Money.install(Shop, options);
  const input = new (Shop.component("money-input"))({ propsData: { value: 1234.5 } });
  let emitted;
  input.$on("input", (value) => (emitted = value));
  input.blur();
  console.log(JSON.stringify(options), "1234.5 is", emitted);
}
JS
node input.mjs 2>/dev/null | tee seen
diff seen - <<'TEXT'
{} 1234.5 is 1234.5
{"symbol":"HK$"} 1234.5 is 0
{"symbol":"€"} 1234.5 is 0
{"thousandsSeparator":".","decimalSeparator":","} 1234.5 is 0
TEXT
