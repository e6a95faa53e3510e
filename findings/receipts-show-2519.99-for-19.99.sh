#!/usr/bin/env bash
# react-thermal-printer 0.22.0 and escpos 2.5.2 (npm) print receipts. A Row of the first puts the amount right behind a name that fills its column, and so
# does a table of the second: "Sticker set, in a box of 25" at 19.99 is printed as 2519.99. A Row whose amount is a number, not a text, ends the whole
# receipt with "Cannot read properties of undefined". The first prints the euro's sign, and the minus of Swedish amounts, as "?".
# Safe: a space before each amount, names cut by yourself, and amounts as texts with "-".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps react@19.3.1 react-dom@19.3.1 react-thermal-printer@0.22.0 escpos@2.5.2 >/dev/null
cat >receipt.mjs <<'JS'
import escpos from "escpos";
import { createElement } from "react";
import { Printer, render, Row } from "react-thermal-printer";

const plain = (bytes) =>
  [...Buffer.from(bytes).toString("latin1").replace(/\x1b[@-z!].|\x1d../gs, "")]
    .filter((one) => one >= " " || one === "\n")
    .join("")
    .trimEnd();
const react = async (left, right) => {
  try {
    const row = createElement(Row, { left, right });
    console.log(`react: ${plain(await render(createElement(Printer, { type: "epson", width: 32 }, row))).split("\n")[0]}`);
  } catch (error) {
    console.log(`react, an amount that is a ${typeof right}: ${error.message}`);
  }
};
const table = (...cells) => {
  const parts = [];
  const device = { write: (part) => parts.push(Buffer.from(part)), open: () => {}, close: () => {} };
  new escpos.Printer(device, { width: 32 }).table(cells).flush();
  console.log(`escpos: ${plain(Buffer.concat(parts)).split("\n")[0]}`);
};
const name = "Sticker set, in a box of 25";
await react("Sticker", "19.99");
await react(name, "19.99");
await react("Refund", "\u221250.00");
await react("Euro", "€50.00");
await react("Sticker", 19.99);
table("Sticker", "19.99");
table(name, "19.99");
JS
node receipt.mjs 2>&1 | tee seen
diff seen - <<'TEXT'
react: Sticker                    19.99
react: Sticker set, in a box of 2519.99
react: Refund                   ?50.00
react: Euro                     ?50.00
react, an amount that is a number: Cannot read properties of undefined (reading 'children')
escpos: Sticker                 19.99
escpos: Sticker set, in a box of 2519.99
TEXT
