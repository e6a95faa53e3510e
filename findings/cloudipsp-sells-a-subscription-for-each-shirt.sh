#!/usr/bin/env bash
# cloudipsp-node-js-sdk 1.0.8 (npm, Fondy): each call writes into the object that it is given. A product that was sold once has the first order's id for each later shopper, and one that was
# offered as a subscription once is a subscription in each later Checkout. The form of an answer is the client's, not the call's: a transfer that is refused (Settlement, written in
# base64) resolves where a TransactionList began before its answer came.
# Safe: { ...product, order_id } for each call, a client of its own for lists and for transfers, and order_status read, not the lack of an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts cloudipsp-node-js-sdk@1.0.8 >/dev/null
cat >shop.cjs <<'JS'
const https = require("node:https");
const { Readable } = require("node:stream");
const asked = [];
// A stand-in for the network that refuses each transfer.
https.request = (options, answered) => {
  asked.push({ path: options.path, order: JSON.parse(options.body).request });
  const order = { response_status: "failure", error_code: 1002, error_message: "refused" };
  const response = /settlement/.test(options.path) ? { version: "2.0", data: Buffer.from(JSON.stringify({ order })).toString("base64") } : { response_status: "success" };
  setTimeout(() => answered(Readable.from([JSON.stringify({ response })])), 20);
  return { on() {}, write() {}, end() {} };
};
const CloudIpsp = require("cloudipsp-node-js-sdk");
const client = () => new CloudIpsp({ merchantId: 1396424, secretKey: "test" });
const product = () => ({ order_desc: "Shirt", currency: "EUR", amount: "1990" });
const order = ({ order }) => (order.data ? JSON.parse(Buffer.from(order.data, "base64")).order : order);
(async () => {
  let fondy = client();
  const shirt = product();
  await fondy.Checkout(shirt);
  await fondy.Checkout(shirt);
  console.log(`the orders of two shoppers have one id: ${order(asked[0]).order_id === order(asked[1]).order_id}`);
  fondy = client();
  const tea = product();
  await fondy.Subscription(tea);
  await fondy.Checkout(tea);
  console.log(`a sale after a subscription of the same product: subscription ${order(asked[3]).subscription}`);
  const transfer = () => ({ order_id: "51", amount: 1990, currency: "EUR", order_type: "settlement", operation_id: "A-51", receiver: [] });
  const told = (result) => result.then((answer) => `resolves with ${Object.keys(answer).join(", ")}`, (error) => `rejected with ${error.response.error_code}`);
  fondy = client();
  console.log(`a refused transfer: ${await told(fondy.Settlement(transfer()))}`);
  const during = told(fondy.Settlement(transfer()));
  await fondy.TransactionList({ order_id: "50" });
  console.log(`the same while a list is asked for: ${await during}`);
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
the orders of two shoppers have one id: true
a sale after a subscription of the same product: subscription Y
a refused transfer: rejected with 1002
the same while a list is asked for: resolves with version, data
TEXT
