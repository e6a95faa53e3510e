#!/usr/bin/env bash
# zugferd-generator 1.2.1 (npm) asks for the quantity of each line and leaves it out of the e-invoice. A price of 0.004 is written as 0.00, and the date
# 2026-01-31 is marked as 20260131. The profile is none of ZUGFeRD's, so factur-x-kit 0.3.1 (npm) refuses the invoice: it is never paid.
# Safe: read what you wrote with another library before you send it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts zugferd-generator@1.2.1 factur-x-kit@0.3.1 >/dev/null
cat >invoice.cjs <<'JS'
const { FacturX } = require("factur-x-kit");
const ZugferdGenerator = require("zugferd-generator");
const [supplier, customer] = ["Shop", "Buyer"].map((name) => ({ name, country: "DE" }));
const lineItems = [{ id: "1", description: "Screws", quantity: 1000, unitPrice: 0.004, lineTotal: 4 }];
const taxTotal = { taxAmount: 0.76, taxPercentage: 19 };
const invoice = { id: "A-1", issueDate: "2026-01-31", currency: "EUR", totalAmount: 4.76, supplier, customer, taxTotal, lineItems };
const xml = new ZugferdGenerator(invoice).toXMLString();
console.log("quantity: " + (xml.includes("Quantity") || xml.includes("1000")), xml.match(/<ram:ChargeAmount>.*?</)[0], xml.match(/format="102">.*?</)[0]);
FacturX.fromXML(xml).then(() => console.log("read"), (error) => console.log("refused: " + error.message));
JS
node invoice.cjs | tee seen
diff seen - <<'TEXT'
quantity: false <ram:ChargeAmount>0.00< format="102">2026-01-31<
refused: Unknown Profile: ZUGFeRD
TEXT
