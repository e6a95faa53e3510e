#!/usr/bin/env bash
# microinvoice 1.0.6 (npm), invoices as PDF. await invoice.generate("invoice.pdf") comes back when the document has been made, before the file has been written: a shop that mails, uploads or signs the file on its next line
# sends an invoice of 0 bytes, or none, without an error.
# Safe: const document = invoice.generate(), and stream.pipeline(document, createWriteStream(path)).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts microinvoice@1.0.6 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const { existsSync, readFileSync } = require("node:fs");
const Microinvoice = require("microinvoice");
const row = (name, quantity, price) => [{ value: name }, { value: quantity }, { value: price, price: true }];
const details = { header: [{ value: "Item" }, { value: "Pieces" }, { value: "Price" }], parts: [row("cup", 3, 60)], total: [{ label: "Total", value: 60, price: true }] };
const person = (name) => [{ label: name, value: [name] }];
const invoice = () => new Microinvoice({ data: { invoice: { name: "Invoice", currency: "HKD", header: [{ label: "Number", value: 1 }], customer: person("Ann"), seller: person("Shop"), details } } });
const size = (path) => (existsSync(path) ? readFileSync(path).length : 0);
(async () => {
  await invoice().generate("invoice.pdf");
  console.log(`after generate: ${size("invoice.pdf")} bytes`);
  while (!size("invoice.pdf") || !readFileSync("invoice.pdf", "latin1").trimEnd().endsWith("%%EOF")) await new Promise((turn) => setImmediate(turn));
  console.log(`later: ${size("invoice.pdf") > 1000 ? "a whole PDF" : "less"}`);
})();
JS
timeout 60 node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
after generate: 0 bytes
later: a whole PDF
TEXT
