#!/usr/bin/env bash
# invoice-number 2.0.1 (npm) gives the next number with as many characters as the last one. After INV-9 comes INV-0, after 2026-99 comes 2026-00, and
# after A9 comes B0. So the numbers of a hundred orders are ten, and a second order has the reference of another. There is no error.
# Safe: begin with enough zeros, such as INV-000001, and let the database refuse a number that it has.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts invoice-number@2.0.1 >/dev/null
cat >next.cjs <<'JS'
const { InvoiceNumber } = require("invoice-number");
console.log(["INV-9", "2026-99", "9", "A9", "INV/2026/0099"].map((last) => last + " " + InvoiceNumber.next(last)).join(", "));
const numbers = ["INV-1"];
while (numbers.length < 100) numbers.push(InvoiceNumber.next(numbers.at(-1)));
console.log(numbers.length + " orders, " + new Set(numbers).size + " numbers");
JS
node next.cjs | tee seen
diff seen - <<'TEXT'
INV-9 INV-0, 2026-99 2026-00, 9 0, A9 B0, INV/2026/0099 INV/2026/0100
100 orders, 10 numbers
TEXT
