#!/usr/bin/env bash
# @h1dd3nsn1p3r/pdf-invoice 1.0.12 (npm) says that the fee is added to the invoice. It is taken off: 100.00 with a discount of 5.00 and a fee of 10.00
# come to 85.00 instead of 105.00. Without a discount the fee is printed and not counted. With 10 percent off and a tax of 20 percent, the tax
# is printed as 20.00, while the total has 18.00. The buyer pays what the invoice says.
# Safe: make the fee an item of its own, and give prices that the discount is already taken off.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @h1dd3nsn1p3r/pdf-invoice@1.0.12 pdf-parse@1.1.1 >/dev/null
cat >write.cjs <<'JS'
const { PDFInvoice } = require("@h1dd3nsn1p3r/pdf-invoice");
const [company, customer] = ["Shop", "Buyer"].map((name) => ({ name, address: "Street 1", phone: "1", email: "a@b.co", website: "b.co" }));
const write = (name, fees, item) => {
  const invoice = { number: name, date: "2026-01-31", status: "Due", currency: "USD", path: name + ".pdf", ...fees };
  return new PDFInvoice({ company, customer, invoice, items: [{ name: "Item", quantity: 1, price: 100, ...item }] }).create();
};
write("discount", { orderDiscount: 5 });
write("discount-and-fee", { orderDiscount: 5, fee: 10 });
write("fee", { fee: 10 });
write("tax", {}, { discount: 10, tax: 20 });
JS
node write.cjs
cat >read.cjs <<'JS'
const read = require("pdf-parse/lib/pdf-parse.js");
const main = async () => {
  for (const name of ["discount", "discount-and-fee", "fee", "tax"]) {
    const { text } = await read(new Uint8Array(require("fs").readFileSync(name + ".pdf")));
    console.log(name + ": " + text.slice(text.indexOf("Total\n") + 5).trimStart().replace(/\s*\n\s*/g, " "));
  }
};
main();
JS
node read.cjs | tee seen
diff seen - <<'TEXT'
discount: Item 1 $100.00 - - $100.00 Subtotal $100.00 Total Tax $0.00 Total Discount $5.00 Grand Total $95.00
discount-and-fee: Item 1 $100.00 - - $100.00 Subtotal $100.00 Total Tax $0.00 Total Discount $5.00 Total Fee $10.00 Grand Total $85.00
fee: Item 1 $100.00 - - $100.00 Subtotal $100.00 Total Tax $0.00 Total Fee $10.00 Grand Total $100.00
tax: Item 1 $100.00 20% 10% $108.00 Subtotal $108.00 Total Tax $20.00 Grand Total $108.00
TEXT
