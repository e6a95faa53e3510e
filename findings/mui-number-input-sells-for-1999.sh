#!/usr/bin/env bash
# @mui/base 7.0.0-beta.4 (npm), Unstable_NumberInput: a field for whole numbers only, though nothing says so. A price of 19.99 is 19 as soon as
# somebody clicks into it and leaves. Who types 19.99 has 1999, as the point is not taken. @base-ui/react 1.9.0, which follows it, rounds what it
# shows but not its value: HK$20.00 on the page is 19.999 in the shop. In German, 19.99 as typed is 1999 and -5.00 as pasted is -500.
# Safe: in Base UI, a value that is rounded before it is charged.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps react@18.3.1 react-dom@18.3.1 jsdom@26.1.0 \
  @testing-library/react@16.3.3 @testing-library/dom@10.4.2 @testing-library/user-event@14.6.13 @mui/base@7.0.0-beta.4 @base-ui/react@1.9.0 >/dev/null
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
const { Unstable_NumberInput } = require("@mui/base/Unstable_NumberInput");
const { NumberField } = require("@base-ui/react/number-field");
const mui = (value, set) => createElement(Unstable_NumberInput, { value, onChange: (_event, next) => set(next) });
const base = (locale, currency) => (value, onValueChange) =>
  createElement(NumberField.Root, { value, onValueChange, locale, format: { style: "currency", currency } }, createElement(NumberField.Input));
(async () => {
  await enter("MUI", "show", "19.99", mui);
  await enter("MUI", "type", "19.99", mui);
  await enter("Base UI", "type", "19.999", base("en-HK", "HKD"));
  await enter("Base UI in German", "type", "19.99", base("de-DE", "EUR"));
  await enter("Base UI in German", "paste", "-5.00", base("de-DE", "EUR"));
  process.exit();
})();
JS
node fields.cjs 2>/dev/null | tee seen
diff seen - <<'TEXT'
MUI, show 19.99: field 19, model 19
MUI, type 19.99: field 1999, model 1999
Base UI, type 19.999: field HK$20.00, model 19.999
Base UI in German, type 19.99: field 1.999,00 €, model 1999
Base UI in German, paste -5.00: field -500,00 €, model -500
TEXT
