#!/usr/bin/env bash
# mercadopago 3.6.1 (npm, 425,000 downloads a month): the requestOptions of a call are kept in the config that all clients share. After one payment with the shop's own idempotencyKey each
# call that gives none (another order's payment, a refund, a cancellation) is sent with that key, so the service can answer it with the first order's payment, and the shop takes the next
# order for paid. maxRetries, a session id or a test token of one call are kept, too.
# Safe: an idempotencyKey in each call that isn't a GET, or a new MercadoPagoConfig for each order.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mercadopago@3.6.1 >/dev/null
cat >orders.cjs <<'JS'
const kept = new Map();
let payments = 0;
// A stand-in for the service: a key that it knows gets the answer that it had.
globalThis.fetch = async (address, call) => {
  const key = new Headers(call.headers).get("x-idempotency-key");
  if (!kept.has(key)) kept.set(key, { id: ++payments, status: "approved", ...JSON.parse(call.body ?? "{}") });
  console.log(`  ${call.method} ${new URL(address).pathname}, key: ${/^order/.test(key) ? key : "one of its own"}`);
  return new Response(JSON.stringify(kept.get(key)), { status: 201, headers: { "content-type": "application/json" } });
};
const { MercadoPagoConfig, Payment, PaymentRefund } = require("mercadopago");
const told = (payment) => console.log(`payment ${payment.id} ${payment.status}, ${payment.transaction_amount} for ${payment.external_reference}`);
(async () => {
  const config = new MercadoPagoConfig({ accessToken: "TEST-x" });
  const sale = (order, amount) => ({ transaction_amount: amount, external_reference: order, payment_method_id: "pix", payer: { email: "ann@example.com" } });
  console.log("order 50, no key");
  told(await new Payment(config).create({ body: sale("order 50", 5) }));
  console.log("order 51, with a key");
  told(await new Payment(config).create({ body: sale("order 51", 19.9), requestOptions: { idempotencyKey: "order-51" } }));
  console.log("order 52, no key");
  told(await new Payment(config).create({ body: sale("order 52", 1990) }));
  console.log("a refund of order 50, no key");
  await new PaymentRefund(config).total({ payment_id: 1 });
})();
JS
node orders.cjs | tee seen
diff seen - <<'TEXT'
order 50, no key
  POST /v1/payments, key: one of its own
payment 1 approved, 5 for order 50
order 51, with a key
  POST /v1/payments, key: order-51
payment 2 approved, 19.9 for order 51
order 52, no key
  POST /v1/payments, key: order-51
payment 2 approved, 19.9 for order 51
a refund of order 50, no key
  POST /v1/payments/1/refunds, key: order-51
TEXT
