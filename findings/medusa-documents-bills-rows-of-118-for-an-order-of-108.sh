#!/usr/bin/env bash
# @rsc-labs/medusa-documents-v2 0.2.11 with @medusajs/utils 2.21.2 (npm), the table of an invoice. It has rows for the items at their full price, for shipping, tax and the total, and none for a discount: an order of 100.00 with
# 10 percent off and 20 percent of tax has rows of 118.00 and a total of 108.00. Where prices include their tax, the tax is a row beside them, so that 120.00 and 20.00 come to 120.00. A gift card or store credit has no row, either.
# Two invoices that are made at once have one number, as the next one is the newest row's plus 1.
# Safe: a template of the shop's own with order.discount_total, credit_line_total and is_tax_inclusive; a sequence of the database for the number.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm pack --silent @rsc-labs/medusa-documents-v2@0.2.11 >/dev/null
mkdir shop && tar xzf rsc-labs-medusa-documents-v2-0.2.11.tgz -C shop --strip-components=1
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @medusajs/framework@2.21.2 i18next@23.16.8 pdfkit@0.16.0 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const documents = "./shop/.medusa/server/src/modules/documents";
require("i18next").init({ lng: "en", resources: { en: { translation: {} } } });
const { generateInvoiceTable } = require(`${documents}/services/templates/invoices/basic/parts/table.js`);
const numeric = (value) => ({ numeric: value });
function show(name, order, ...prices) {
  const texts = [];
  const doc = { page: { height: 800 }, heightOfString: () => 10 };
  for (const call of ["font", "fontSize", "addPage", "strokeColor", "lineWidth", "moveTo", "lineTo", "stroke"]) doc[call] = () => doc;
  doc.text = (text) => (texts.push(String(text)), doc);
  generateInvoiceTable(doc, 0, { currency_code: "hkd", ...order }, prices.map((value) => ({ title: "tea", subtitle: "", quantity: 1, raw_unit_price: { value: String(value) } })));
  const rows = [];
  for (let index = 5; index < texts.length; index += 5) rows.push([texts[index + 2] || "tea", texts[index + 4]]);
  console.log(`${name}: ${rows.map(([what, amount]) => (what.endsWith("HKD") ? `item ${amount}` : `${what} ${amount}`)).join(", ")}`);
}
show("10 percent off", { discount_total: numeric(10), shipping_subtotal: numeric(0), tax_total: numeric(18), total: numeric(108) }, 100);
show("prices with tax", { shipping_subtotal: numeric(0), tax_total: numeric(20), total: numeric(120) }, 120);
show("paid by a gift card", { credit_line_total: numeric(50), shipping_subtotal: numeric(0), tax_total: numeric(0), total: numeric(50) }, 100);
const { default: Documents } = require(`${documents}/service.js`);
const rows = [{ number: 7 }];
const service = Object.assign(Object.create(Documents.prototype), {
  listDocumentInvoiceSettings: async () => [{}],
  listDocumentInvoices: async () => rows.slice(-1),
});
Promise.all([service.getNextInvoiceNumber(), service.getNextInvoiceNumber()]).then((both) => console.log(`two invoices at once, after 7: ${both.join(" and ")}`));
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
10 percent off: item 100.00 HKD, Shipping 0.00 HKD, Tax 18.00 HKD, Total 108.00 HKD
prices with tax: item 120.00 HKD, Shipping 0.00 HKD, Tax 20.00 HKD, Total 120.00 HKD
paid by a gift card: item 100.00 HKD, Shipping 0.00 HKD, Tax 0.00 HKD, Total 50.00 HKD
two invoices at once, after 7: 8 and 8
TEXT
