#!/usr/bin/env bash
# Number fields for React (npm), in which a person types an amount and leaves the field. react-numeric-input 2.2.3 (136,000 downloads a month) makes
# 1,234.50 into 1.00, and 50,10 into 50.00. react-input-number 5.0.19 still shows 1,234.50, but its onChange says 1. rc-input-number 9.5.0, the
# field of antd, takes 1,234.50, but reads 50,10, as most Europeans write it, as 5010. react-intl-currency-input 0.3.3 shows a price that
# a server sends as the text "50" as $0.50, and "19.9" as $1.99.
# Safe: show the amount that was read beside the field; give the decimal sign of the reader's language; hand numbers to the fields, not texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts react@18.3.1 react-dom@18.3.1 prop-types@15.8.1 react-numeric-input@2.2.3 react-input-number@5.0.19 rc-input-number@9.5.0 \
  react-intl-currency-input@0.3.3 jsdom@26.1.0 \
  @testing-library/react@16.3.0 @testing-library/dom@10.4.1 @testing-library/user-event@14.6.1 --legacy-peer-deps >/dev/null
cat >shop.mjs <<'JS'
import { JSDOM } from "jsdom";
const { window } = new JSDOM("<!doctype html><body></body>", { url: "http://localhost/", pretendToBeVisual: true });
for (const name of Object.getOwnPropertyNames(window)) if (!(name in globalThis)) globalThis[name] = window[name];
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
console.error = console.warn = () => {};
const { default: React } = await import("react");
const { render, cleanup } = await import("@testing-library/react");
const { default: events } = await import("@testing-library/user-event");
const load = async (name) => { const { default: field } = await import(name); return field.default ?? field; };
for (const name of ["react-numeric-input", "react-input-number", "rc-input-number"]) {
  const Field = await load(name);
  for (const text of ["19.99", "1,234.50", "50,10"]) {
    let heard;
    const { container } = render(React.createElement(Field, { precision: 2, onChange: (amount) => { heard = amount; } }));
    const input = container.querySelector("input");
    const person = events.setup();
    await person.click(input);
    await person.keyboard(text);
    await person.tab();
    console.log(name.padEnd(20), "typed", text.padEnd(9), "shown", input.value.padEnd(9), "heard", heard);
    cleanup();
  }
}
const Currency = await load("react-intl-currency-input");
const number = { HKD: { style: "currency", currency: "HKD", minimumFractionDigits: 2, maximumFractionDigits: 2 } };
for (const value of [50, "50", "19.9", "50.00"]) {
  const config = { locale: "en-HK", formats: { number } };
  const { container } = render(React.createElement(Currency, { currency: "HKD", config, value, onChange: () => {} }));
  console.log("react-intl-currency-input", JSON.stringify(value).padEnd(7), container.querySelector("input").value);
  cleanup();
}
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
react-numeric-input  typed 19.99     shown 19.99     heard 19.99
react-numeric-input  typed 1,234.50  shown 1.00      heard 1
react-numeric-input  typed 50,10     shown 50.00     heard 50
react-input-number   typed 19.99     shown 19.99     heard 19.99
react-input-number   typed 1,234.50  shown 1,234.50  heard 1
react-input-number   typed 50,10     shown 50,10     heard 50
rc-input-number      typed 19.99     shown 19.99     heard 19.99
rc-input-number      typed 1,234.50  shown 1234.50   heard 1234.5
rc-input-number      typed 50,10     shown 5010.00   heard 5010
react-intl-currency-input 50      HK$50.00
react-intl-currency-input "50"    HK$0.50
react-intl-currency-input "19.9"  HK$1.99
react-intl-currency-input "50.00" HK$50.00
TEXT
