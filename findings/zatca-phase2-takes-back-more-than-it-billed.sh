#!/usr/bin/env bash
# zatca-phase2 1.0.0 (npm), invoices of Saudi Arabia. An invoice issued on February 1 at 00:30 in Riyadh is dated January 31, 21:30, without a zone: it is
# in the wrong month's tax return. With a medicine at 0 percent beside an item at 15, the invoice says that 15 percent of 200 are 15.
# A discount is a line below zero, and the credit note makes it positive: lines of 100 and 10 for an invoice of 90. Nothing is raised.
# Safe: write the three parts by yourself, or compare the sum of the lines with the total before you sign.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts zatca-phase2@1.0.0 >/dev/null
cat >invoice.cjs <<'JS'
const { xml } = require("zatca-phase2");
const item = (name, unitPrice, taxRate) => {
  const taxAmount = (unitPrice * taxRate) / 100;
  return { name, quantity: 1, unitPrice, taxRate, taxAmount, totalAmount: unitPrice + taxAmount };
};
const invoice = (items) => {
  const [totalAmount, vatAmount] = ["totalAmount", "taxAmount"].map((name) => items.reduce((total, each) => total + each[name], 0));
  const parties = { supplierName: "Shop", supplierTaxNumber: "300000000000003", customerName: "Buyer" };
  return { invoiceNumber: "A-1", issueDate: "2026-02-01T00:30:00+03:00", ...parties, totalAmount, vatAmount, items };
};
const shown = (text, names) => [...text.matchAll(/<cbc:(\w+)[^>]*>([^<]*)/g)].filter(([, name]) => names.includes(name)).map(([, name, value]) => `${name} ${value}`).join(", ");
console.log(shown(xml.generateInvoiceXml(invoice([item("Item", 100, 15)])), ["IssueDate", "IssueTime"]));
const mixed = xml.generateInvoiceXml(invoice([item("Item", 100, 15), item("Medicine", 100, 0)]));
console.log(shown(mixed.split("cac:LegalMonetaryTotal")[0], ["TaxableAmount", "TaxAmount", "Percent"]));
const original = invoice([item("Item", 100, 15), item("Discount", -10, 15)]);
console.log("invoice:", shown(xml.generateInvoiceXml(original), ["LineExtensionAmount", "PayableAmount"]));
const note = { ...original, invoiceNumber: "CN-A-1", totalAmount: -original.totalAmount, vatAmount: -original.vatAmount, items: original.items.map((each) => ({ ...each, quantity: -1 })) };
console.log("credit note:", shown(xml.generateCreditNoteXml(note, original, "Return"), ["LineExtensionAmount", "PayableAmount"]));
JS
TZ=Asia/Riyadh NODE_CONFIG_DIR="$folder/node_modules/zatca-phase2/config" LOG_LEVEL=error node invoice.cjs | tee seen
diff seen - <<'TEXT'
IssueDate 2026-01-31, IssueTime 21:30:00
TaxAmount 15.00, TaxableAmount 200.00, TaxAmount 15.00, Percent 15.00
invoice: LineExtensionAmount 90.00, PayableAmount 103.50, LineExtensionAmount 100.00, LineExtensionAmount -10.00
credit note: LineExtensionAmount 90.00, PayableAmount 103.50, LineExtensionAmount 100.00, LineExtensionAmount 10.00
TEXT
