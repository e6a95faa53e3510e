#!/usr/bin/env bash
# payu-websdk 1.3.1 (npm), PayU of India. A sale with additional_charges is signed with "undefined" in their place, because another member is read, so PayU refuses it. Its other calls
# encode texts for an address and not for a form: "Tea & Co" ends at the "&", and a plus in a shopper's mail is read as a space. An invoice is then no JSON, and its link is never mailed.
# Safe: the member additionalCharges beside additional_charges, and encodeURIComponent for what you put into an invoice.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts payu-websdk@1.3.1 >/dev/null
cat >shop.cjs <<'JS'
const { createHash } = require("node:crypto");
const { EventEmitter } = require("node:events");
const https = require("node:https");
const { Readable } = require("node:stream");
let sent;
https.request = (_, answered) =>
  Object.assign(new EventEmitter(), { write: (body) => (sent = body), end: () => answered(Readable.from(["{}"])) });
const PayU = require("payu-websdk");
const shop = new PayU({ key: "k", salt: "s" });
const sale = { txnid: "A-1", amount: "1000.00", productinfo: "shirt", firstname: "Tom", email: "tom@example.com" };
const signed = (end) => createHash("sha512").update(`k|A-1|1000.00|shirt|Tom|tom@example.com|||||||||||s${end}`).digest("hex");
const [, hash] = shop.paymentInitiate({ ...sale, additional_charges: "CC:12" }).match(/name="hash" value="([^"]*)"/);
console.log(`signed with |CC:12: ${hash === signed("|CC:12")}, with |undefined: ${hash === signed("|undefined")}`);
const invoice = { txnid: "A-2", amount: "1000.00", productinfo: "Tea & Co", firstname: "Tom", email: "tom+shop@example.com", phone: "9999999999" };
shop.createInvoice(invoice).then(() => {
  console.log(`PayU reads the invoice: ${new URLSearchParams(sent).get("var1")}`);
  return shop.createInvoice({ ...invoice, productinfo: "Tea" }).then(() => console.log(`the other one: ${new URLSearchParams(sent).get("var1")}`));
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
signed with |CC:12: false, with |undefined: true
PayU reads the invoice: {"txnid":"A-2","amount":"1000.00","productinfo":"Tea 
the other one: {"txnid":"A-2","amount":"1000.00","productinfo":"Tea","firstname":"Tom","email":"tom shop@example.com","phone":"9999999999"}
TEXT
