#!/usr/bin/env bash
# vue-numeric 2.5.1 (npm, Vue 2) writes its model as soon as a form is shown. Its precision is 0 if none is named, so a price of 19.99 is 20 in
# the shop's data, though nobody typed. With "." or a space between thousands, which makes "," the decimal sign, a price that is the text "50.00"
# becomes 5000.
# Safe: a precision, and a model that is a number.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts vue-numeric@2.5.1 vue@2.7.16 jsdom@26.1.0 >/dev/null
cat >field.cjs <<'JS'
const { JSDOM } = require("jsdom");
const { window } = new JSDOM("<main></main>");
Object.assign(globalThis, { window, document: window.document });
const Vue = require("vue/dist/vue.common.prod.js");
const VueNumeric = require("vue-numeric").default;
const show = async (price, props) => {
  const shop = new Vue({
    components: { VueNumeric },
    data: { price, props },
    template: '<div><vue-numeric v-model="price" v-bind="props" /></div>',
  }).$mount();
  await Vue.nextTick();
  console.log(JSON.stringify(price), JSON.stringify(props), "is", JSON.stringify(shop.price));
};
(async () => {
  await show(19.99, { currency: "$" });
  await show(19.99, { currency: "$", precision: 2 });
  await show("50.00", { currency: "€", separator: ".", precision: 2 });
  await show("50.00", { currency: "€", separator: "space", precision: 2 });
  await show(50, { currency: "€", separator: ".", precision: 2 });
  process.exit();
})();
JS
node field.cjs | tee seen
diff seen - <<'TEXT'
19.99 {"currency":"$"} is 20
19.99 {"currency":"$","precision":2} is 19.99
"50.00" {"currency":"€","separator":".","precision":2} is 5000
"50.00" {"currency":"€","separator":"space","precision":2} is 5000
50 {"currency":"€","separator":".","precision":2} is 50
TEXT
