#!/usr/bin/env bash
# @accounter/shaam-uniform-format-generator 0.1.1 (npm), books for Israel's tax office. Each document gets a payment line of its whole amount in cash (method 1), an invoice that nobody has paid as well as a card sale, and no document has its VAT or its amount before VAT.
# Of a journal entry's id only the digits are kept: A1-23 and A12-3 have one transaction number, and "refund-of-bea" is number 1, as the first entry is.
# Safe: records of the shop's own by the package's encoders (encodeC100, encodeD120) with the method and the VAT of each sale; ids of digits alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts @accounter/shaam-uniform-format-generator@0.1.1 >/dev/null
cat >shop.mjs <<'JS'
import { generateUniformFormatReport } from "@accounter/shaam-uniform-format-generator";
import * as shaam from "@accounter/shaam-uniform-format-generator";
const date = "2026-03-01";
const input = {
  business: { businessId: "1", name: "Shop", taxId: "123456782", reportingPeriod: { startDate: "2026-01-01", endDate: "2026-12-31" } },
  documents: [
    { id: "INV-1", type: "305", date, amount: 1180, description: "An invoice that is open" },
    { id: "INV-2", type: "320", date, amount: 118, description: "A card sale" },
  ],
  journalEntries: ["1", "A1-23", "A12-3", "refund-of-bea"].map((id) => ({ id, date, amount: 50, accountId: "100", description: id })),
  accounts: [{ id: "100", name: "Sales", type: "1", balance: 0 }],
  inventory: [],
};
const { dataText } = generateUniformFormatReport(input, { validationMode: "none" });
for (const line of dataText.split("\r\n")) {
  const record = line.slice(0, 4);
  if (record === "C100") {
    const { documentId, vatAmount, amountAfterDiscountExcludingVat, amountIncludingVat } = shaam.parseC100(line);
    console.log(`${documentId}: ${amountIncludingVat} with VAT, ${amountAfterDiscountExcludingVat || "nothing"} without, VAT ${vatAmount || "none"}`);
  }
  if (record === "D120") {
    const { documentNumber, paymentMethod, lineAmount } = shaam.parseD120(line);
    console.log(`${documentNumber}: paid ${lineAmount} by method ${paymentMethod}`);
  }
  if (record === "B100") {
    const { details, transactionNumber } = shaam.parseB100(line);
    console.log(`entry ${details}: number ${Number(transactionNumber)}`);
  }
}
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
INV-1: 1180.00 with VAT, nothing without, VAT none
INV-1: paid 1180.00 by method 1
INV-2: 118.00 with VAT, nothing without, VAT none
INV-2: paid 118.00 by method 1
entry 1: number 1
entry A1-23: number 123
entry A12-3: number 123
entry refund-of-bea: number 1
TEXT
