#!/usr/bin/env bash
# iap 1.1.1 (npm) reads Apple's answer about a subscriber. A subscription that Apple has refunded keeps its end in 2027, since cancellation_date_ms of latest_receipt_info isn't looked
# at. Of two subscriptions the one with the higher transaction id stands for both: a year of pro is over, because a month of extra is. iap_verifier 0.0.12 calls a
# subscription that has ended "Active", and @jeremybarbet/node-iap 1.5.1 valid: Apple's status for it is 0, and 21006 for receipts of iOS 6 alone.
# Safe: each entry of latest_receipt_info by its own product, end and cancellation, or Apple's App Store Server API.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts iap@1.1.1 iap_verifier@0.0.12 @jeremybarbet/node-iap@1.5.1 axios@1.9.0 >/dev/null
cat >shop.cjs <<'JS'
const https = require("node:https");
const { EventEmitter } = require("node:events");
const time = (day) => String(Date.parse(day));
const pro = { product_id: "pro", transaction_id: "1001", purchase_date_ms: time("2026-10-01"), expires_date_ms: time("2027-10-01") };
const extra = { product_id: "extra", transaction_id: "1002", purchase_date_ms: time("2026-10-02"), expires_date_ms: time("2026-11-02") };
const refunded = { ...pro, cancellation_date_ms: time("2026-10-05") };
// Apple's answer, by a stand-in for the network.
let answer;
https.request = (_, hear) => {
  const request = Object.assign(new EventEmitter(), { write() {}, setTimeout() {}, end: () => setImmediate(() => hear(response())) });
  return request;
};
const response = () => {
  const stream = Object.assign(new EventEmitter(), { statusCode: 200, headers: {}, setEncoding() {} });
  setImmediate(() => (stream.emit("data", answer), stream.emit("end")));
  return stream;
};
const axios = require("axios");
axios.post = async () => ({ data: JSON.parse(answer) });
const { verifyPayment } = require("iap");
const Verifier = require("iap_verifier");
const nodeIap = require("@jeremybarbet/node-iap");
const ask = async (title, entries) => {
  answer = JSON.stringify({ status: 0, receipt: { bundle_id: "com.example", in_app: entries }, latest_receipt_info: entries });
  const { productId, expirationDate } = await new Promise((resolve, reject) => verifyPayment("apple", { receipt: "cmVjZWlwdA==" }, (error, result) => (error ? reject(error) : resolve(result))));
  const word = await new Promise((resolve) => new Verifier("secret").verifyAutoRenewReceipt("cmVjZWlwdA==", true, (valid, message) => resolve(message)));
  const { valid } = await nodeIap.verifyAppleReceipt({ transactionReceipt: "cmVjZWlwdA==" }, { password: "secret" });
  console.log(`${title}: iap has ${productId} until ${new Date(expirationDate).toISOString().slice(0, 10)}, iap_verifier "${word}", node-iap valid ${valid}`);
};
(async () => {
  await ask("pro until 2027-10-01", [pro]);
  await ask("pro, refunded", [refunded]);
  await ask("pro, and extra that ended on 2026-11-02", [pro, extra]);
  await ask("extra alone", [extra]);
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
pro until 2027-10-01: iap has pro until 2027-10-01, iap_verifier "Active", node-iap valid true
pro, refunded: iap has pro until 2027-10-01, iap_verifier "Active", node-iap valid true
pro, and extra that ended on 2026-11-02: iap has extra until 2026-11-02, iap_verifier "Active", node-iap valid true
extra alone: iap has extra until 2026-11-02, iap_verifier "Active", node-iap valid true
TEXT
