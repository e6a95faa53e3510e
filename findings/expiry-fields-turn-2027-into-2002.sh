#!/usr/bin/env bash
# cleave.js 1.6.0, cleave-zen 0.0.17, imask 7.6.1, inputmask 5.0.10, maska 3.2.1, vanilla-masker 1.2.0 (npm) as the field of a card's expiry, MM/YY.
# A stored card's month and year, put in as 1/2027, are 12/02 in all but inputmask: December 2002. 12/2026, as a browser may fill in, is 12/20; 2026-12 and
# 202612 are 02/26, 20/26 or 02/61. Most of it looks like a date, so a good card is declined as expired.
# Safe: a select for the month and one for the year, or put in two digits of each.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts cleave.js@1.6.0 cleave-zen@0.0.17 imask@7.6.1 inputmask@5.0.10 maska@3.2.1 vanilla-masker@1.2.0 jsdom@27.0.0 >/dev/null
cat >expiry.cjs <<'JS'
const { JSDOM } = require("jsdom");
const { window } = new JSDOM("<body></body>");
window.matchMedia = () => ({ matches: false });
const globals = { window, matchMedia: window.matchMedia, innerWidth: 1280 };
for (const name of ["document", "navigator", "HTMLElement", "HTMLInputElement", "Event", "Node", "Element"]) globals[name] = window[name];
for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
const filled = (attach) => (text) => {
  const field = document.body.appendChild(document.createElement("input"));
  attach(field);
  field.value = text;
  field.dispatchEvent(new window.InputEvent("input", { bubbles: true, data: text }));
  return field.value;
};
const main = async () => {
  const Cleave = require("cleave.js");
  const { default: IMask } = await import("imask");
  const Inputmask = require("inputmask").default;
  const { Mask } = await import("maska");
  const { formatDate } = await import("cleave-zen");
  const masker = require("vanilla-masker");
  const two = (from, to) => ({ mask: IMask.MaskedRange, from, to });
  const fields = {
    "cleave.js": filled((field) => new Cleave(field, { date: true, datePattern: ["m", "y"] })),
    "cleave-zen": (text) => formatDate(text, { datePattern: ["m", "y"] }),
    imask: filled((field) => IMask(field, { mask: "MM/YY", blocks: { MM: two(1, 12), YY: two(0, 99) } })),
    inputmask: filled((field) => Inputmask({ alias: "datetime", inputFormat: "mm/yy" }).mask(field)),
    maska: (text) => new Mask({ mask: "##/##" }).masked(text),
    "vanilla-masker": (text) => masker.toPattern(text, "99/99"),
  };
  for (const [name, fill] of Object.entries(fields)) console.log(`${name}:`, ["12/26", "12/2026", "1/2027", "2026-12", "202612"].map((text) => `${text} is ${fill(text)}`).join(", "));
  process.exit();
};
main();
JS
node expiry.cjs | tee seen
diff seen - <<'TEXT'
cleave.js: 12/26 is 12/26, 12/2026 is 12/20, 1/2027 is 12/02, 2026-12 is 02/26, 202612 is 02/26
cleave-zen: 12/26 is 12/26, 12/2026 is 12/20, 1/2027 is 12/02, 2026-12 is 02/26, 202612 is 02/26
imask: 12/26 is 12/26, 12/2026 is 12/20, 1/2027 is 12/02, 2026-12 is 02/61, 202612 is 02/61
inputmask: 12/26 is 12/26, 12/2026 is 12/20, 1/2027 is 01/20, 2026-12 is 20/26, 202612 is 20/26
maska: 12/26 is 12/26, 12/2026 is 12/20, 1/2027 is 12/02, 2026-12 is 20/26, 202612 is 20/26
vanilla-masker: 12/26 is 12/26, 12/2026 is 12/20, 1/2027 is 12/02, 2026-12 is 20/26, 202612 is 20/26
TEXT
