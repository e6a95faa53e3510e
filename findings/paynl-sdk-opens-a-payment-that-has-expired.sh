#!/usr/bin/env bash
# paynl-sdk 1.1.4 (npm), Pay. of the Netherlands. An order that may be paid until 15:30 is sent as until 03:30, since its hours are those of a clock of twelve: it has expired before the shopper
# sees it. The address object of the shop is changed on the way, and the next order with it has no house number. A refund of 0 is sent without an amount, which asks for all of the
# money.
# Safe: no expireDate after noon, a copy of the address for each call, and no refund of 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts paynl-sdk@1.1.4 >/dev/null
cat >shop.cjs <<'JS'
const { Api } = require("paynl-sdk/lib/api/api");
const { Observable } = require("rxjs/Observable");
const { Transaction } = require("paynl-sdk");
let sent;
Api.post = (...call) => {
  sent = call.at(-1);
  return Observable.create((observer) => observer.complete());
};
const address = { streetName: "Dam", houseNumber: "1", zipCode: "1012JS", city: "Amsterdam", countryCode: "NL" };
const order = { amount: 19.99, returnUrl: "https://shop.example.com/", ipAddress: "192.0.2.1", address, expireDate: new Date(2026, 10, 29, 15, 30) };
for (const number of [1, 2]) {
  Transaction.start(order).subscribe();
  console.log(`order ${number}: until ${sent.transaction.expireDate}, house number ${sent.enduser.address.streetNumber}`);
}
for (const amount of [10, 0]) {
  Transaction.refund({ transactionId: "T-1", amount }).subscribe();
  console.log(`refund of ${amount}: ${JSON.stringify(sent)}`);
}
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
order 1: until 29-11-2026 03:30:00, house number 1
order 2: until 29-11-2026 03:30:00, house number undefined
refund of 10: {"transactionId":"T-1","amount":1000}
refund of 0: {"transactionId":"T-1"}
TEXT
