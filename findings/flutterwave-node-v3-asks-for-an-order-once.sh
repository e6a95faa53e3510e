#!/usr/bin/env bash
# flutterwave-node-v3 1.4.1 (npm), Flutterwave of Africa. Its calls write `method` and `excludeQuery` into the object that the shop gives, and the next call refuses members that it doesn't know. A shop that
# polls with one object gets an answer the first time, and an exception each time after that, so that it never learns that the order was paid; a refund that is sent again with the same object, after
# a lost answer, fails before it is sent. verify_by_tx doesn't encode the shop's number: of 1001#2 it asks for 1001.
# Safe: a new object for each call, and encodeURIComponent around tx_ref.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts flutterwave-node-v3@1.4.1 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const Flutterwave = require("flutterwave-node-v3");
let asked = 0;
const service = http.createServer((call, answer) => {
  console.log(`${call.method} ${call.url}`);
  call.resume().on("end", () => answer.end(JSON.stringify({ status: "success", data: { status: asked++ ? "successful" : "pending" } })));
});
service.listen(0, "127.0.0.1", async () => {
  const { Transaction } = new Flutterwave("p", "s", `http://127.0.0.1:${service.address().port}/`);
  const told = (answer) => answer.then(({ data }) => console.log(`  ${data.status}`), ({ message }) => console.log(`  ${message}`));
  const order = { id: 1 };
  await told(Transaction.verify(order));
  await told(Transaction.verify(order));
  const refund = { id: "1", amount: "30" };
  await told(Transaction.refund(refund));
  await told(Transaction.refund(refund));
  await told(Transaction.verify_by_tx({ tx_ref: "1001#2" }));
  process.exit();
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
GET /v3/transactions/1/verify
  pending
  "excludeQuery" is not allowed
POST /v3/transactions/1/refund
  successful
  "method" is not allowed
GET /v3/transactions/verify_by_reference?tx_ref=1001
  successful
TEXT
