#!/usr/bin/env bash
# paypal-rest-sdk 1.8.1 (npm). If the connection ends in the middle of the answer, the callback of a sale or a refund is never called, neither with an error nor with a result, and no time limit of the SDK ends
# the wait: the request of the shopper hangs, and what the shop was to write down after the sale is never written. An answer without a body is a success without an id.
# Safe: a time limit of your own around each call, after which the payment is looked up. Take a result without an id for "unknown".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts paypal-rest-sdk@1.8.1 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const paypal = require("paypal-rest-sdk");
require("paypal-rest-sdk/lib/utils").getDefaultApiEndpoint = () => "127.0.0.1";
console.log = () => undefined;
const answers = {
  whole: (answer) => answer.end('{"id":"PAY-1"}'),
  "cut in its middle": (answer) => answer.writeHead(201, { "Content-Length": 14 }).write('{"id":', () => answer.socket.destroy()),
  "without a body": (answer) => answer.end(),
};
let name;
const service = http.createServer((call, answer) => {
  answer.setHeader("Content-Type", "application/json");
  call.resume().on("end", () => (call.url.endsWith("token") ? answer.end('{"token_type":"Bearer","access_token":"t","expires_in":32400}') : answers[name](answer)));
});
service.listen(0, "127.0.0.1", async () => {
  paypal.configure({ mode: "sandbox", client_id: "c", client_secret: "s", schema: "http", port: service.address().port });
  for (name of Object.keys(answers)) {
    const told = new Promise((resolve) => paypal.payment.create({ intent: "sale" }, (error, payment) => resolve(error ? error.message : `payment ${payment.id}`)));
    const nothing = new Promise((resolve) => setTimeout(resolve, 3000, "nothing"));
    console.info(`an answer ${name}: ${await Promise.race([told, nothing])}`);
  }
  process.exit();
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
an answer whole: payment PAY-1
an answer cut in its middle: nothing
an answer without a body: payment undefined
TEXT
