#!/usr/bin/env bash
# qif2json 0.4.0 (npm), reader of the QIF files that banks and books export. The part of a split booking loses everything from its comma on: -1,234.50 of a payment of -1,284.50 is -1, and the whole is right
# beside it. A total of 1,234,567.89 is 1234. An empty line ends the file: the payments after it are gone, without an error; with the line ends of Windows, the same line is an error. A split line without an amount
# gives its category to the first part of a later booking.
# Safe: take the commas and the empty lines out of the text first; compare the parts with their total.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts qif2json@0.4.0 >/dev/null
cat >books.cjs <<'JS'
const { parse } = require("qif2json");
const read = (name, ...lines) => {
  try {
    const { transactions } = parse(["!Type:Bank", ...lines].join("\n"));
    console.log(`${name}: ${transactions.map(({ amount, division }) => `${amount}${division ? ` of ${division.map((part) => `${part.category} ${part.amount}`).join(" and ")}` : ""}`).join("; ")}`);
  } catch ({ message }) {
    console.log(`${name}: ${message}`);
  }
};
const booking = (total, ...parts) => ["D30/11/2026", `T${total}`, "PShop", ...parts, "^"];
read("split", ...booking("-1,284.50", "SGoods", "$-1,234.50", "SPostage", "$-50.00"));
read("a million", ...booking("1,234,567.89"));
read("an empty line", ...booking("50.00"), "", ...booking("19.99"));
read("an empty line of Windows", ...booking("50.00"), "\r", ...booking("19.99"));
read("a category without an amount", ...booking("10.00", "SGoods"), ...booking("5.00", "$5.00"));
JS
node books.cjs | tee seen
diff seen - <<'TEXT'
split: -1284.5 of Goods -1 and Postage -50
a million: 1234
an empty line: 50
an empty line of Windows: Unknown Detail Code: undefined
a category without an amount: 10; 5 of Goods 5
TEXT
