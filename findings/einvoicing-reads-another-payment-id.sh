#!/usr/bin/env bash
# einvoicing 0.0.3 (npm) writes the payment id of a UBL invoice as it is, and reads it back as a number: 0051 is 51, 1E5 is 100000, 0x1F is 31, though
# the invoice's own id is kept. So what was paid for order 0051 is booked on order 51.
# A discount of 10 percent of 100, by factorAmount and baseAmount as the library asks, makes the invoice's total NaN.
# Safe: payment ids that begin with a letter, and always the discount's amount too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts einvoicing@0.0.3 >/dev/null
cat >invoice.cjs <<'JS'
const { AllowanceCharge, CurrencyCode, DateOnly, Document, DocumentId, DocumentLine, DocumentLineId, DocumentType, Party } = require("einvoicing");
const { Payment, PaymentTransfer, PeppolRuleset, Tax, TaxId, UblReader, UblWriter } = require("einvoicing");
const write = (id, discount) => {
  const tax = Tax.create({ id: new TaxId("S", 25), percent: 25, taxAmount: 22.5, taxableAmount: 90 });
  const [seller, buyer] = ["Shop", "Buyer"].map((name) => Party.create({ name }));
  const payment = Payment.create({ meansCode: "30", id, transfer: PaymentTransfer.create({ account: "DK5000400440116243" }) });
  const lines = [DocumentLine.create({ id: new DocumentLineId("1"), name: "Item", price: 100, netAmount: 100, quantity: 1 })];
  const charges = [AllowanceCharge.create({ isCharge: false, reasonText: "Discount", tax, ...discount })];
  const dates = { issueDate: DateOnly.create("2026-01-31"), type: DocumentType.create("380"), currency: CurrencyCode.create("EUR") };
  const members = { id: new DocumentId(id), ...dates, seller, buyer, payment, lines, charges, taxes: [tax] };
  return new UblWriter().write(Document.create("invoice", new PeppolRuleset(), members));
};
const main = async () => {
  for (const id of ["0051", "51", "1E5", "0x1F", "A-1"]) {
    const xml = await write(id, { amount: 10 });
    const invoice = await new UblReader().read(xml);
    console.log(`written ${xml.match(/<cbc:PaymentID>([^<]*)/)[1]}, read ${invoice.payment.id}, invoice ${invoice.id.toPrimitive()}`);
  }
  for (const discount of [{ amount: 10 }, { factorAmount: 10, baseAmount: 100 }])
    console.log(JSON.stringify(discount), "payable", (await write("A-1", discount)).match(/<cbc:PayableAmount[^>]*>([^<]*)/)[1]);
};
main();
JS
node invoice.cjs | tee seen
diff seen - <<'TEXT'
written 0051, read 51, invoice 0051
written 51, read 51, invoice 51
written 1E5, read 100000, invoice 1E5
written 0x1F, read 31, invoice 0x1F
written A-1, read A-1, invoice A-1
{"amount":10} payable 112.5
{"factorAmount":10,"baseAmount":100} payable NaN
TEXT
