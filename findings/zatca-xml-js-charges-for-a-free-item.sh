#!/usr/bin/env bash
# zatca-xml-js 0.1.9 (npm) cuts amounts by their text instead of rounding them. Three items at 1.10 with a discount of 3.30 leave a rest of
# 4.4e-16, and it takes the first digits of that text: the invoice asks for 4.44, 5.10 with the tax, and 6.66 as the tax in its table.
# 100 items at 4.35 are 434.99 instead of 435.00. There is no error.
# Safe: give prices and discounts that need no sum, such as one line with the line's total, and compare PayableAmount with what you charged.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts zatca-xml-js@0.1.9 >/dev/null
cat >invoice.cjs <<'JS'
const { ZATCASimplifiedTaxInvoice } = require("zatca-xml-js");
const location = { city: "K", city_subdivision: "W", street: "S", plot_identification: "0000", building: "0000", postal_zone: "31952" };
const ids = { uuid: "6f4d20e0-6bfe-4a80-9389-7dabe6620f12", custom_id: "EGS1", CRN_number: "454634645645654", VAT_number: "301121971500003" };
const egs_info = { ...ids, model: "IOS", VAT_name: "Shop", location, branch_name: "Shop", branch_industry: "Food" };
const invoice = (tax_exclusive_price, quantity, amount) => {
  const discounts = amount ? [{ amount, reason: "gift" }] : [];
  const line_items = [{ id: "1", name: "Item", quantity, tax_exclusive_price, VAT_percent: 0.15, other_taxes: [], discounts }];
  const document = { egs_info, invoice_counter_number: 1, invoice_serial_number: "A-1", issue_date: "2026-01-31", issue_time: "10:00:00" };
  const xml = new ZATCASimplifiedTaxInvoice({ props: { ...document, previous_invoice_hash: "x", line_items } }).getXML().toString({});
  const [net, tax, payable] = ["TaxExclusiveAmount", "TaxAmount", "PayableAmount"].map((name) => xml.match(`<cbc:${name}[^>]*>([^<]*)`)[1]);
  console.log(`${quantity} at ${tax_exclusive_price}, ${amount} off: net ${net}, tax ${tax}, payable ${payable}`);
};
invoice(10, 1, 0);
invoice(1.1, 3, 3.3);
invoice(0.1, 3, 0.3);
invoice(4.35, 100, 0);
JS
node invoice.cjs | tee seen
diff seen - <<'TEXT'
1 at 10, 0 off: net 10.00, tax 1.50, payable 11.5
3 at 1.1, 3.3 off: net 4.44, tax 6.66, payable 5.1
3 at 0.1, 0.3 off: net 5.55, tax 8.32, payable 6.38
100 at 4.35, 0 off: net 434.99, tax 65.24, payable 500.23
TEXT
