#!/usr/bin/env bash
# @mercurjs/payment-stripe-connect 1.5.3 (npm), Stripe in the marketplace Mercur over Medusa. It looks the shopper up in Stripe by the mail address of an account. A guest has none, so Stripe is asked for customers without a
# filter, and the newest one, a stranger, becomes the customer of the guest's payment. The payment intent is made without the session's id, by which a notification is matched:
# a shopper who pays and closes the tab has paid, and has no order.
# Safe: a provider of your own that leaves the customer out if there is no mail address, and that sets metadata.session_id.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @mercurjs/payment-stripe-connect@1.5.3 @mercurjs/framework@1.5.3 @medusajs/utils@2.21.2 >/dev/null
# The parts of both frameworks that are used, without the rest.
mkdir -p node_modules/@medusajs/framework
echo 'module.exports = require("@medusajs/utils");' >node_modules/@medusajs/framework/utils.js
echo 'module.exports = { ...require("./types"), ...require("./utils/money") };' >node_modules/@mercurjs/framework/dist/index.js
cat >shop.cjs <<'JS'
const http = require("node:http");
const { default: Stripe } = require("stripe"); // 19, which the package brings
const { default: Provider } = require("./node_modules/@mercurjs/payment-stripe-connect/.medusa/server/src/providers/stripe-connect/core/stripe-connect-provider");
const customers = [{ id: "cus_stranger", email: "stranger@example.com" }, { id: "cus_tom", email: "tom@example.com" }];
let intent;
// Stripe, whose list has the newest first.
const service = http.createServer((call, answer) => {
  let body = "";
  call.on("data", (part) => (body += part));
  call.on("end", () => {
    const { pathname, searchParams } = new URL(call.url, "http://stripe");
    answer.setHeader("Content-Type", "application/json");
    if (pathname === "/v1/customers") {
      const email = searchParams.get("email");
      return answer.end(JSON.stringify({ object: "list", data: customers.filter((customer) => !email || customer.email === email).slice(0, 1) }));
    }
    const sent = Object.fromEntries(new URLSearchParams(body));
    intent = { id: "pi_1", currency: sent.currency, amount_received: Number(sent.amount), metadata: { session_id: sent["metadata[session_id]"] }, customer: sent.customer };
    answer.end(JSON.stringify(intent));
  });
});
service.listen(0, "127.0.0.1", async () => {
  const shop = new Provider({}, { apiKey: "sk_test_1", webhookSecret: "whsec_1" });
  shop.client_ = new Stripe("sk_test_1", { protocol: "http", host: "127.0.0.1", port: service.address().port });
  const pay = (context) => shop.initiatePayment({ amount: 50, currency_code: "eur", data: { session_id: "payses_1" }, context });
  await pay({ customer: { email: "tom@example.com" } });
  console.log(`Tom, with an account: ${intent.customer}`);
  await pay({});
  console.log(`a guest: ${intent.customer}`);
  const payload = JSON.stringify({ object: "event", type: "payment_intent.succeeded", data: { object: intent } });
  const header = shop.client_.webhooks.generateTestHeaderString({ payload, secret: "whsec_1" });
  const { action, data } = await shop.getWebhookActionAndData({ rawData: payload, headers: { "stripe-signature": header } });
  console.log(`notification: ${action}, session ${data.session_id}`);
  process.exit();
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
Tom, with an account: cus_tom
a guest: cus_stranger
notification: captured, session undefined
TEXT
