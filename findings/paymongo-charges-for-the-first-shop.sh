#!/usr/bin/env bash
# paymongo 1.3.2 with @babel/runtime 7 (npm), PayMongo of the Philippines. A process has one client: new Paymongo(key) with another key is the first one again, without a word, so that the second merchant's sales
# go to the first one's account. capture and cancel of a payment intent forget the key, and throw before anything is sent: what was authorized is neither taken nor given back.
# Safe: delete Paymongo.instance before each new client, and calls of your own for capture and cancel.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts paymongo@1.3.2 @babel/runtime@7 >/dev/null
cat >shop.cjs <<'JS'
const https = require("node:https");
const { EventEmitter } = require("node:events");
https.request = ({ headers }) => {
  const key = headers.Authorization ?? headers.authorization;
  console.log(`sent with the key ${Buffer.from(key.split(" ")[1], "base64")}`);
  const request = new EventEmitter();
  request.end = () => setImmediate(() => request.emit("error", new Error("stop")));
  return Object.assign(request, { write: () => true, setHeader: () => undefined });
};
const Paymongo = require("paymongo");
const sale = { data: { attributes: { amount: 10_000, currency: "PHP", payment_method_allowed: ["card"] } } };
(async () => {
  for (const key of ["shop_one", "shop_two"]) {
    const shop = new Paymongo(key);
    console.log(`new Paymongo("${key}")`);
    await shop.paymentIntents.create(sale).catch(() => undefined);
  }
  for (const name of ["capture", "cancel"]) {
    try {
      new Paymongo("shop_two").paymentIntents[name]("pi_1");
    } catch (error) {
      console.log(`${name}: ${error.message}`);
    }
  }
})();
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
new Paymongo("shop_one")
sent with the key shop_one
new Paymongo("shop_two")
sent with the key shop_one
capture: PaymentIntent id is required.
cancel: PaymentIntent id is required.
TEXT
