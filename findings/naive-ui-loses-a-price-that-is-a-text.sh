#!/usr/bin/env bash
# Number fields of Vue. naive-ui 2.45.3 (npm): a price that is the text "50.00", as JSON APIs send it, is shown as an empty field, and becomes
# null as soon as somebody clicks into it and leaves; with a precision, 8.165 as typed is 8.16. primevue 4.5.5, InputNumber with a currency: a German
# customer who types 19.99 has 1999 euros, and a rate of 1.005 is 1.01 before anybody types.
# Safe: Number(price); fields that refuse another decimal sign.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps vue@3.5.45 jsdom@26.1.0 \
  @testing-library/dom@10.4.2 @testing-library/user-event@14.6.13 naive-ui@2.45.3 primevue@4.5.5 >/dev/null
cat >fields.cjs <<'JS'
const { JSDOM } = require("jsdom");
const { window } = new JSDOM("<main></main>", { url: "http://localhost", pretendToBeVisual: true });
for (const name of Object.getOwnPropertyNames(window)) globalThis[name] ??= window[name];
globalThis.window = window;
globalThis.ResizeObserver = window.ResizeObserver = class { observe() {} unobserve() {} disconnect() {} };
window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
const { createApp, h, nextTick } = require("vue");
const userEvent = require("@testing-library/user-event").default;
const { NInputNumber } = require("naive-ui");
const PrimeVue = require("primevue/config").default;
const InputNumber = require("primevue/inputnumber").default;
const naive = { field: NInputNumber, props: { precision: 2 }, member: "value" };
const prime = { field: InputNumber, props: { mode: "currency", currency: "EUR", locale: "de-DE" }, member: "modelValue" };
const enter = async (name, { field, props, member }, price, text) => {
  document.body.innerHTML = "<main></main>";
  const set = (next) => (shop.price = next);
  const render = (form) => h(field, { ...props, [member]: form.price, [`onUpdate:${member}`]: set });
  const app = createApp({ data: () => ({ price }), render }).use(PrimeVue, { unstyled: true });
  app.config.warnHandler = () => {};
  const shop = app.mount("main");
  await nextTick();
  const input = document.querySelector("input");
  const user = userEvent.setup({ document });
  const shown = input.value;
  await user.click(input);
  if (text) await user.keyboard(text);
  await user.tab();
  await nextTick();
  console.log(`${name}: ${JSON.stringify(text ?? price)}, shown as "${shown.replace("\u00a0", " ")}", then ${JSON.stringify(shop.price)}`);
};
(async () => {
  await enter("naive-ui", naive, "50.00");
  await enter("naive-ui", naive, 50);
  await enter("naive-ui", naive, null, "8.165");
  await enter("primevue in German", prime, null, "19.99");
  await enter("primevue in German", prime, 1.005);
  process.exit();
})();
JS
node fields.cjs 2>/dev/null | tee seen
diff seen - <<'TEXT'
naive-ui: "50.00", shown as "", then null
naive-ui: 50, shown as "50.00", then 50
naive-ui: "8.165", shown as "", then 8.16
primevue in German: "19.99", shown as "", then 1999
primevue in German: 1.005, shown as "1,01 €", then 1.01
TEXT
