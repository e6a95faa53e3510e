#!/usr/bin/env bash
# efactura-sdk 3.0.8 (npm), invoices of Romanian shops for ANAF. Its UblBuilder rounds the price of one piece to two decimals before it multiplies: 1000 pieces at 0.0049 are billed
# with 0.00 instead of 4.90, and 1000 at 0.335 with 340.00 instead of 335.00. VAT is rounded for each line and then added: eleven lines of 0.03
# have 0.11 of VAT, where 21 percent of 0.33 is 0.07.
# Safe: bill such goods by the hundred or thousand: quantity 1, unitPrice 4.9.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts efactura-sdk@3.0.8 >/dev/null
cat >invoice.cjs <<'JS'
const { UblBuilder } = require("efactura-sdk");
const party = { registrationName: "Shop SRL", companyId: "RO12345678", vatNumber: "RO12345678", address: { street: "Str. 1", city: "SECTOR1", postalZone: "010101", county: "RO-B", countryCode: "RO" } };
function bill(name, ...lines) {
  const xml = new UblBuilder().generateInvoiceXml({ invoiceNumber: "F1", issueDate: new Date("2026-11-29"), supplier: party, customer: party, lines: lines.map(([quantity, unitPrice]) => ({ name: "x", quantity, unitPrice, taxPercent: 21 })) });
  const amount = (tag) => xml.match(new RegExp(`<cbc:${tag} [^>]*>([^<]*)<`))[1];
  console.log(`${name}: net ${amount("TaxExclusiveAmount")}, VAT ${amount("TaxAmount")}, to pay ${amount("PayableAmount")}`);
}
bill("1000 at 0.0049", [1000, 0.0049]);
bill("1 at 4.9", [1, 4.9]);
bill("1000 at 0.335", [1000, 0.335]);
bill("3 at 0.35", [3, 0.35]);
bill("eleven lines of 0.03", ...Array(11).fill([1, 0.03]));
bill("11 at 0.03", [11, 0.03]);
JS
node invoice.cjs | tee seen
diff seen - <<'TEXT'
1000 at 0.0049: net 0.00, VAT 0.00, to pay 0.00
1 at 4.9: net 4.90, VAT 1.03, to pay 5.93
1000 at 0.335: net 340.00, VAT 71.40, to pay 411.40
3 at 0.35: net 1.05, VAT 0.22, to pay 1.27
eleven lines of 0.03: net 0.33, VAT 0.11, to pay 0.44
11 at 0.03: net 0.33, VAT 0.07, to pay 0.40
TEXT
