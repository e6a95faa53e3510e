#!/usr/bin/env bash
# pdf-parse 1.1.1 (npm), the text of a receipt or invoice. Columns of one line are joined without a space: "Shoes, size 42", 2 pieces at 50.00, 100.00 is "Shoes, size 42250.00100.00", and "Paid 2026-11-30" with
# 1234.50 ends with 301234.50. A pattern of amounts finds 42250.00 and 301234.50. unpdf 1.8.1 writes a space.
# Safe: unpdf; pdf-parse's pagerender with the places of the texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts pdf-lib@1.17.1 pdf-parse@1.1.1 unpdf@1.8.1 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import { PDFDocument, StandardFonts } from "pdf-lib";
import parse from "pdf-parse/lib/pdf-parse.js";
import { extractText, getDocumentProxy } from "unpdf";
const invoice = await PDFDocument.create();
const font = await invoice.embedFont(StandardFonts.Helvetica);
const page = invoice.addPage();
[["Shoes, size 42", "2", "50.00", "100.00"], ["Shirt 7", "10", "5.00", "50.00"], ["Paid 2026-11-30", "", "", "1234.50"]].forEach((line, row) =>
  line.forEach((text, column) => text && page.drawText(text, { x: 50 + 130 * column, y: 700 - 20 * row, size: 10, font })),
);
const file = await invoice.save({ useObjectStreams: false });
const texts = { "pdf-parse": (await parse(new Uint8Array(file))).text, unpdf: (await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: true })).text };
for (const [name, text] of Object.entries(texts)) {
  console.log(`${name}: ${text.trim().split("\n").join(" / ")}`);
  console.log(`${name}, amounts: ${text.match(/\d+\.\d\d/g).join(" ")}`);
}
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
pdf-parse: Shoes, size 42250.00100.00 / Shirt 7105.0050.00 / Paid 2026-11-301234.50
pdf-parse, amounts: 42250.00 100.00 7105.00 50.00 301234.50
unpdf: Shoes, size 42 2 50.00 100.00 / Shirt 7 10 5.00 50.00 / Paid 2026-11-30 1234.50
unpdf, amounts: 50.00 100.00 5.00 50.00 1234.50
TEXT
