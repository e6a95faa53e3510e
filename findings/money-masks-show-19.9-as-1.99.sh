#!/usr/bin/env bash
# vanilla-masker 1.2.0, v-money3 3.26.1 and jquery-maskmoney 3.0.2 (npm), fields of an amount: they take a number's digits and set the point before the last
# two. 19.90 comes out of JSON as 19.9, and the field shows and sends 1.99; 50 is 0.50, and 0.1 + 0.2 is a number of 15 digits and its last two. Only amounts
# whose cents don't end in a zero are right, so a test with 19.99 passes. vanilla-masker's README says that toMoney(1234) is R$ 1.234,00: it is 12,34.
# Safe: hand over amount.toFixed(2).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps vanilla-masker@1.2.0 v-money3@3.26.1 vue@3.5.22 jquery-maskmoney@3.0.2 jquery@3.7.1 jsdom@27.0.0 >/dev/null
cat >masks.mjs <<'JS'
import { createRequire } from "node:module";
import { JSDOM } from "jsdom";
const require = createRequire(import.meta.url);
const { window } = new JSDOM("<body></body>");
for (const name of ["window", "document", "navigator"]) Object.defineProperty(globalThis, name, { value: window[name] ?? window, configurable: true });
const jQuery = (window.jQuery = globalThis.$ = require("jquery"));
require("jquery-maskmoney/dist/jquery.maskMoney.min.js");
const { format } = await import("v-money3");
const masker = require("vanilla-masker");
const masks = {
  "vanilla-masker": (amount) => masker.toMoney(amount, { separator: ".", delimiter: "," }),
  "v-money3": (amount) => format(String(amount), { precision: 2, decimal: ".", thousands: ",", prefix: "", suffix: "" }),
  "jquery-maskmoney": (amount) => jQuery("<input>").appendTo("body").val(amount).maskMoney({ thousands: ",", decimal: "." }).maskMoney("mask").val(),
};
for (const [name, show] of Object.entries(masks)) console.log(`${name}:`, [19.99, JSON.parse("19.90"), 50, 0.1 + 0.2, 1234.5].map((amount) => `${amount} is ${show(amount)}`).join(" | "));
console.log(`toMoney(1234): ${masker.toMoney(1234)}`);
process.exit();
JS
node masks.mjs | tee seen
diff seen - <<'TEXT'
vanilla-masker: 19.99 is 19.99 | 19.9 is 1.99 | 50 is 0.50 | 0.30000000000000004 is ,300,000,000,000,000.04 | 1234.5 is 123.45
v-money3: 19.99 is 19.99 | 19.9 is 1.99 | 50 is 0.50 | 0.30000000000000004 is 300,000,000,000,000.04 | 1234.5 is 123.45
jquery-maskmoney: 19.99 is 19.99 | 19.9 is 1.99 | 50 is 0.50 | 0.30000000000000004 is 300,000,000,000,000.04 | 1234.5 is 123.45
toMoney(1234): 12,34
TEXT
