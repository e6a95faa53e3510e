#!/usr/bin/env bash
# ubl-builder 1.4.5 (npm), invoices in UBL 2.1: findTaxTotalById(), by which it also makes the key (CUFE) of Colombia's invoices, reads the tax's cents as a
# number and fills them up on their right: 50.05 becomes 50.50. Others lose a cent, as 19.99, which becomes 19.98. The invoice itself has the right
# tax, so that its key doesn't fit: 1422 of the 9999 amounts to 99.99 are wrong.
# Safe: make the key by yourself, of the amounts as they are written in the invoice.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ubl-builder@1.4.5 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const { Invoice } = require("ubl-builder");
const { TaxTotal, TaxSubtotal, TaxCategory, TaxScheme } = require("ubl-builder/lib/ubl21/CommonAggregateComponents");
const read = (taxAmount) => {
  const taxCategory = new TaxCategory({ percent: "19", taxScheme: new TaxScheme({ id: "01", name: "IVA" }) });
  const subtotal = new TaxSubtotal({ taxableAmount: "100.00", taxAmount, taxCategory });
  const invoice = new Invoice("A-1", {});
  invoice.addTaxTotal(new TaxTotal({ taxAmount, taxSubtotals: [subtotal] }));
  return invoice.findTaxTotalById("01");
};
for (const amount of ["19.00", "50.50", "50.05", "19.99", "0.29"]) console.log("a tax of", amount, "is read as", read(amount));
let wrong = 0;
for (let cents = 1; cents < 10000; cents += 1) if (read((cents / 100).toFixed(2)) !== (cents / 100).toFixed(2)) wrong += 1;
console.log(wrong, "of 9999 are wrong");
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
a tax of 19.00 is read as 19.00
a tax of 50.50 is read as 50.50
a tax of 50.05 is read as 50.50
a tax of 19.99 is read as 19.98
a tax of 0.29 is read as 0.28
1422 of 9999 are wrong
TEXT
