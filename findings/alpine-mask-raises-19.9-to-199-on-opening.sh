#!/usr/bin/env bash
# @alpinejs/mask 3.17.5 with alpinejs 3.17.5 (npm): a field with x-mask:dynamic="$money($input, ',')", the documentation's own example for a comma, reads the number of the model as a
# typed text and writes the result back into the model. A form opened for a product of 19.9 holds "199" before anyone has touched it, and one of 1234.50 "123.450". With x-model.number
# the number is read from the masked text, so 1234.50 is 1 where x-model.lazy is used too, and 150 where it isn't.
# Safe: the model as a text with the field's own decimal sign, made and read by your own code; no .number.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts alpinejs@3.17.5 @alpinejs/mask@3.17.5 jsdom@26.1.0 >/dev/null
cat >form.cjs <<'JS'
const { readFileSync } = require("node:fs");
const { JSDOM } = require("jsdom");
const pause = () => new Promise((done) => setTimeout(done, 30));
async function form(model, mask, amount, typed = "") {
  const { window } = new JSDOM(`<div x-data="{ amount: ${amount} }"><input ${model}="amount" x-mask:dynamic="${mask}"></div>`, { runScripts: "outside-only", pretendToBeVisual: true });
  for (const name of ["@alpinejs/mask", "alpinejs"]) window.eval(readFileSync(`node_modules/${name}/dist/cdn.js`, "utf8"));
  await pause();
  const input = window.document.querySelector("input");
  for (const sign of typed) {
    input.value += sign;
    input.setSelectionRange(input.value.length, input.value.length);
    input.dispatchEvent(new window.Event("input", { bubbles: true }));
    await pause();
  }
  for (const name of ["blur", "change"]) input.dispatchEvent(new window.Event(name, { bubbles: true }));
  await pause();
  const seen = JSON.stringify(window.Alpine.$data(input).amount);
  window.close();
  return seen;
}
(async () => {
  const comma = "$money($input, ',')", dot = "$money($input)";
  console.log(`opened with 19.9 and '1234.50', comma: ${await form("x-model", comma, "19.9")}, ${await form("x-model", comma, "'1234.50'")}`);
  console.log(`opened with 19.9 and 1234.5, dot: ${await form("x-model", dot, "19.9")}, ${await form("x-model", dot, "1234.5")}`);
  console.log(`1234.50 typed: ${await form("x-model", dot, "''", "1234.50")}; with .number: ${await form("x-model.number", dot, "''", "1234.50")}; with .lazy.number: ${await form("x-model.lazy.number", dot, "''", "1234.50")}`);
  console.log(`999.50 typed, with .number and .lazy.number: ${await form("x-model.number", dot, "''", "999.50")}, ${await form("x-model.lazy.number", dot, "''", "999.50")}`);
})();
JS
node form.cjs | tee seen
diff seen - <<'TEXT'
opened with 19.9 and '1234.50', comma: "199", "123.450"
opened with 19.9 and 1234.5, dot: "19.9", "1,234.5"
1234.50 typed: "1,234.50"; with .number: "150"; with .lazy.number: "1"
999.50 typed, with .number and .lazy.number: "90", "999.5"
TEXT
