#!/usr/bin/env bash
# vue-currency-input 3.2.2 (npm, 457,000 downloads a month). In a German field a person who types 50.00 gets 50 euros, but one who pastes 50.00, as it
# stands in an e-mail or a sheet, gets 5000; 1,234.50 is 1.23, typed or pasted. In an English field a pasted 50,10 is 5010 dollars, and typed it is 50.10.
# A pasted (50.00) or 50- is a payment of 50. With autoDecimalDigits, a pasted 50 is 0.50.
# Safe: show the amount that was read beside the pay button, and check it against what the order can cost.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts vue@3.5.22 vue-currency-input@3.2.2 jsdom@26.1.0 @testing-library/dom@10.4.1 @testing-library/user-event@14.6.1 >/dev/null
cat >shop.mjs <<'JS'
import { JSDOM } from "jsdom";
const { window } = new JSDOM("<!doctype html><body></body>", { url: "http://localhost/", pretendToBeVisual: true });
for (const name of Object.getOwnPropertyNames(window)) if (!(name in globalThis)) globalThis[name] = window[name];
globalThis.Event = window.Event;
globalThis.CustomEvent = window.CustomEvent;
const { createApp, h } = await import("vue");
const { useCurrencyInput } = await import("vue-currency-input");
const { default: events } = await import("@testing-library/user-event");
const enter = async (options, how, text) => {
  let amount;
  const place = document.body.appendChild(document.createElement("div"));
  const setup = () => {
    const { inputRef, numberValue } = useCurrencyInput(options);
    amount = numberValue;
    return () => h("input", { ref: inputRef });
  };
  const app = createApp({ setup });
  app.mount(place);
  const person = events.setup();
  await person.click(place.querySelector("input"));
  await (how === "typed" ? person.keyboard(text) : person.paste(text));
  await person.tab();
  console.log(options.locale, how.padEnd(6), text.padEnd(9), amount.value, ...(options.autoDecimalDigits ? ["with autoDecimalDigits"] : []));
  app.unmount();
  place.remove();
};
const german = { locale: "de", currency: "EUR" };
const english = { locale: "en", currency: "USD" };
for (const text of ["50.00", "1,234.50"]) for (const how of ["typed", "pasted"]) await enter(german, how, text);
for (const how of ["typed", "pasted"]) await enter(english, how, "50,10");
for (const text of ["(50.00)", "50-"]) await enter(english, "pasted", text);
await enter({ ...english, autoDecimalDigits: true }, "pasted", "50");
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
de typed  50.00     50
de pasted 50.00     5000
de typed  1,234.50  1.23
de pasted 1,234.50  1.23
en typed  50,10     50.1
en pasted 50,10     5010
en pasted (50.00)   50
en pasted 50-       50
en pasted 50        0.5 with autoDecimalDigits
TEXT
