#!/usr/bin/env bash
# @ingameltd/payu 1.0.5 (npm), PayU of Poland. createOrder takes the status 302 alone for a success. A redirect to PayU's page is answered so, but a charge of a kept card, BLIK or
# a subscription is answered with 201, and SUCCESS: the shop gets an exception that says SUCCESS for money that was taken, and whoever tries again charges twice. refundOrder has no amount:
# a refund in part gives everything back.
# Safe: catch a PayUError whose message begins with statusCode = SUCCESS, and ask for the order before the next try. Refund in part with a call of your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @ingameltd/payu@1.0.5 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const { PayU } = require("@ingameltd/payu");
const service = http.createServer((call, answer) => {
  let body = "";
  call.on("data", (part) => (body += part));
  call.on("end", () => {
    answer.setHeader("Content-Type", "application/json");
    if (call.url.includes("authorize")) return answer.end('{"access_token":"t","expires_in":43199}');
    if (call.url.endsWith("/refund")) console.log(`sent to refund: ${body}`);
    const taken = body.includes("CARD_TOKEN");
    const result = { status: { statusCode: "SUCCESS" }, orderId: taken ? "P-2" : "P-1" };
    if (call.url.endsWith("/orders")) answer.statusCode = taken ? 201 : 302;
    answer.end(JSON.stringify(result));
  });
});
service.listen(0, "127.0.0.1", async () => {
  const shop = new PayU(1, "s", 2, "k", { sandbox: true });
  const base = `http://127.0.0.1:${service.address().port}`;
  for (const client of [shop.client, shop.oAuth.client]) client.defaults.baseURL = base;
  const order = { totalAmount: "1999", currencyCode: "PLN", products: [] };
  const charge = (more) =>
    shop.createOrder({ ...order, ...more }).then(
      ({ orderId }) => `order ${orderId}`,
      (error) => `${error.constructor.name}: ${error.message.split(",")[0]}`,
    );
  console.log(`page: ${await charge({})}`);
  console.log(`kept card: ${await charge({ payMethods: { payMethod: { type: "CARD_TOKEN", value: "TOKC_1" } } })}`);
  await shop.refundOrder("P-1", "one of three", 666);
  process.exit();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
page: order P-1
kept card: PayUError: statusCode = SUCCESS
sent to refund: {"refund":{"description":"one of three"}}
TEXT
