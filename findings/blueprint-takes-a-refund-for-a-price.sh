#!/usr/bin/env bash
# Amounts that are pasted from a spreadsheet or a statement. @blueprintjs/core 6.20.0 (npm), NumericInput, drops every character that it does not
# know: a refund in brackets, (5.00), is 5.00, "50,10" is 5010 and "1.234,50" is 1.2345. primereact 10.9.9, InputNumber with a currency: a
# German customer's 5.00 is 5 as typed and 500 as pasted, and an English one's "50,10" is 5010.
# Safe: refusing what holds a bracket or another decimal sign before the field sees it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps react@18.3.1 react-dom@18.3.1 jsdom@26.1.0 \
  @testing-library/react@16.3.3 @testing-library/dom@10.4.2 @testing-library/user-event@14.6.13 @blueprintjs/core@6.20.0 primereact@10.9.9 >/dev/null
cat >dom.cjs <<'JS'
const { JSDOM } = require("jsdom");
const { window } = new JSDOM("<main></main>", { url: "http://localhost", pretendToBeVisual: true });
for (const name of Object.getOwnPropertyNames(window)) globalThis[name] ??= window[name];
globalThis.window = window;
globalThis.ResizeObserver = window.ResizeObserver = class { observe() {} unobserve() {} disconnect() {} };
window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
const React = require("react");
const { cleanup, render } = require("@testing-library/react");
const userEvent = require("@testing-library/user-event").default;
exports.enter = async (name, how, text, field) => {
  cleanup();
  let model = how === "show" ? Number(text) : null;
  const Form = () => {
    const [value, set] = React.useState(model);
    return field(value, (next) => set((model = next)));
  };
  const input = render(React.createElement(Form)).container.querySelector("input");
  const user = userEvent.setup({ document });
  await user.click(input);
  if (how === "type") await user.keyboard(text);
  if (how === "paste") await user.paste(text);
  await user.tab();
  console.log(`${name}, ${how} ${text}: field ${input.value.replace("\u00a0", " ")}, model ${model}`);
};
JS
cat >fields.cjs <<'JS'
const { enter } = require("./dom.cjs");
const { createElement } = require("react");
const { NumericInput } = require("@blueprintjs/core");
const { InputNumber } = require("primereact/inputnumber/inputnumber.cjs.js");
const blueprint = (value, set) =>
  createElement(NumericInput, { value: value ?? "", onValueChange: (_number, text) => set(text), minorStepSize: 0.01 });
const prime = (locale, currency) => (value, set) =>
  createElement(InputNumber, { value, onValueChange: (event) => set(event.value), mode: "currency", currency, locale });
(async () => {
  await enter("Blueprint", "paste", "(5.00)", blueprint);
  await enter("Blueprint", "paste", "50,10", blueprint);
  await enter("Blueprint", "paste", "1.234,50", blueprint);
  await enter("PrimeReact in German", "type", "5.00", prime("de-DE", "EUR"));
  await enter("PrimeReact in German", "paste", "5.00", prime("de-DE", "EUR"));
  await enter("PrimeReact in German", "paste", "-5.00", prime("de-DE", "EUR"));
  await enter("PrimeReact in English", "paste", "50,10", prime("en-HK", "HKD"));
  process.exit();
})();
JS
node fields.cjs 2>/dev/null | tee seen
diff seen - <<'TEXT'
Blueprint, paste (5.00): field 5.00, model 5.00
Blueprint, paste 50,10: field 5010, model 5010
Blueprint, paste 1.234,50: field 1.23450, model 1.23450
PrimeReact in German, type 5.00: field 5,00 €, model 5
PrimeReact in German, paste 5.00: field 500,00 €, model 500
PrimeReact in German, paste -5.00: field -500,00 €, model -500
PrimeReact in English, paste 50,10: field HK$5,010.00, model 5010
TEXT
