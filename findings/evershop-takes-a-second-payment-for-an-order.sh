#!/usr/bin/env bash
# @evershop/evershop 2.2.1 (npm, a shop on PostgreSQL), its handlers for Stripe and PayPal. Each look at the payment form makes a PaymentIntent, with a key of its own, and the earlier one stays open: a shopper who pays in two tabs pays twice.
# Both are booked to the order, which is placed a second time (a second mail), and a full refund gives back one of them and calls the order refunded. An order that was authorized and is captured in Stripe's dashboard stays authorized.
# PayPal's order COMPLETED with its capture PENDING, as for an eCheck, is stored as captured, so that it is shipped before the money is there.
# Safe: an idempotency key from the order's id, and cancelling the earlier intent; the sum of payment_transaction against the order's total each day; payments.captures[0].status.
# Needs Debian 12's postgresql-15.
set -euo pipefail
bin=/usr/lib/postgresql/15/bin
[ -x $bin/postgres ] || { echo "needs Debian's package postgresql-15"; exit 1; }
folder=$(mktemp -d)
run() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }
cleanup() { run $bin/pg_ctl -D data -m immediate stop >/dev/null 2>&1 || true; cd /; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
chmod 777 .
run $bin/initdb -D data -A trust -U shop >/dev/null
run $bin/pg_ctl -D data -l log -w -o "-c listen_addresses='' -k $folder" start >/dev/null
echo '{"private": true, "type": "module"}' >package.json
npm pack --silent @evershop/evershop@2.2.1 >/dev/null
mkdir shop && tar xzf evershop-evershop-2.2.1.tgz -C shop --strip-components=1
npm install --silent --no-audit --no-fund --ignore-scripts @evershop/postgres-query-builder@2.1.0 axios@1.21.1 config@3.3.12 luxon@2.5.2 nock@13.5.6 pg@8.23.1 react-fast-compare@3.2.3 stripe@21.0.1 winston@3.19.0 zero-decimal-currencies@1.6.0 >/dev/null
cat >shop.mjs <<'JS'
import nock from "nock";
import Stripe from "stripe";
const from = async (path) => import(`./shop/dist/${path}`);
const { pool } = await from("lib/postgres/connection.js");
await pool.query("CREATE TABLE product (product_id int PRIMARY KEY)");
for (const version of ["checkout/migration/Version-1.0.0.js", "base/migration/Version-1.0.1.js"]) await (await from(`modules/${version}`)).default(pool);
await pool.query("CREATE TABLE setting (name text, value text, is_json boolean)");
const query = async (sql) => (await pool.query(sql)).rows;
const sums = "0, 20, 20, 20, 20, 0, 0, 0, 20, 0";
const columns = "shipping_fee_excl_tax, sub_total, sub_total_incl_tax, sub_total_with_discount, sub_total_with_discount_incl_tax, tax_amount, tax_amount_before_discount, shipping_tax_amount, grand_total, discount_amount";
const cart = "aaaaaaaa-0000-4000-8000-000000000051";
await pool.query(`INSERT INTO cart (uuid, currency, total_qty, ${columns}) VALUES ('${cart}', 'USD', 1, ${sums})`);
const uuid = (number) => `bbbbbbbb-0000-4000-8000-00000000000${number}`;
for (const [number, method] of [[1, "stripe"], [2, "stripe"], [3, "paypal"]]) await pool.query(`INSERT INTO "order" (uuid, order_number, cart_id, currency, customer_email, total_qty, payment_method, payment_status, status, ${columns}, integration_order_id) VALUES ('${uuid(number)}', '${number}', 1, 'USD', 's@shop.test', 1, '${method}', 'pending', 'new', ${sums}, 'P-${number}')`);
const call = (handler, request) => new Promise((resolve, reject) => {
  const response = { status: () => response, json: resolve, send: resolve };
  handler({ app: { locals: {} }, headers: {}, ...request }, response, reject).catch(reject);
});
const handler = async (path) => (await from(`modules/${path}`)).default;
const intents = [];
nock("https://api.stripe.com").persist().post("/v1/payment_intents").reply(200, function () {
  intents.push({ id: `pi_${intents.length + 1}`, key: this.req.headers["idempotency-key"] });
  return { id: intents.at(-1).id, client_secret: "secret" };
});
let given = [];
nock("https://api.stripe.com").persist().post("/v1/refunds").reply(200, (_, body) => {
  given.push(`${new URLSearchParams(body).get("amount")} of ${new URLSearchParams(body).get("payment_intent")}`);
  return { id: "re_1", charge: "ch_1", amount: 2000 };
});
nock("https://api.stripe.com").persist().get("/v1/charges/ch_1").reply(200, { id: "ch_1", refunded: true, currency: "usd" });
nock("https://api-m.sandbox.paypal.com").post("/v1/oauth2/token").reply(200, { access_token: "token", expires_in: 3600 });
nock("https://api-m.sandbox.paypal.com").post("/v2/checkout/orders/P-3/capture").reply(201, { id: "P-3", status: "COMPLETED", purchase_units: [{ payments: { captures: [{ id: "C-1", status: "PENDING", status_details: { reason: "ECHECK" }, amount: { value: "20.00", currency_code: "USD" } }] } }] });
const stripe = new Stripe("sk_test_shop");
const told = async (type, id, order, capture_method = "automatic_async") => {
  const payload = JSON.stringify({ id: `evt_${id}`, object: "event", type, data: { object: { id, amount: 2000, currency: "usd", capture_method, metadata: { order_id: uuid(order) } } } });
  await call(await handler("stripe/api/stripeWebHook/[bodyJson]webhook.js"), { body: payload, headers: { "stripe-signature": stripe.webhooks.generateTestHeaderString({ payload, secret: "whsec_shop" }) } });
};
const state = async (order) => (await query(`SELECT payment_status FROM "order" WHERE order_number = '${order}'`))[0].payment_status;
for (const _ of ["first tab", "second tab"]) await call(await handler("stripe/api/createPaymentIntent/createPaymentIntent.js"), { body: { cart_id: cart, order_id: uuid(1) } });
for (const { id } of intents) await told("payment_intent.succeeded", id, 1);
const [{ sum, placed }] = await query(`SELECT (SELECT sum(amount)::float FROM payment_transaction WHERE payment_transaction_order_id = 1) sum, (SELECT count(*)::int FROM event WHERE name = 'order_placed') placed`);
console.log(`two tabs: ${intents.length} intents, keys ${intents.every(({ key }) => key) ? "that the client made up for each" : "none"}; ${sum} paid for 20, ${await state(1)}, placed ${placed} times`);
await call(await handler("stripe/api/refundPaymentIntent/refundPaymentIntent.js"), { body: { order_id: 1, amount: 20 } });
console.log(`a full refund: ${given.length} of ${intents.length} payments, ${await state(1)}`);
await told("payment_intent.amount_capturable_updated", "pi_9", 2, "manual");
const before = await state(2);
await told("payment_intent.succeeded", "pi_9", 2, "manual");
console.log(`captured in the dashboard: ${before}, then ${await state(2)}`);
await call(await handler("paypal/api/paypalCapturePayment/[bodyParser]capture.js"), { body: { order_id: uuid(3) } });
console.log(`PayPal's capture PENDING: ${await state(3)}`);
process.exit();
JS
statuses='{"pending":{},"stripe_captured":{},"stripe_authorized":{},"stripe_refunded":{},"stripe_partial_refunded":{},"paypal_captured":{}}'
SUPPRESS_NO_CONFIG_WARNING=1 NODE_CONFIG="{\"system\":{\"stripe\":{\"secretKey\":\"sk_test_shop\",\"endpointSecret\":\"whsec_shop\"}},\"oms\":{\"order\":{\"paymentStatus\":$statuses}}}" DB_HOST="$folder" DB_USER=shop DB_NAME=postgres node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
two tabs: 2 intents, keys that the client made up for each; 40 paid for 20, stripe_captured, placed 2 times
a full refund: 1 of 2 payments, stripe_refunded
captured in the dashboard: stripe_authorized, then stripe_authorized
PayPal's capture PENDING: paypal_captured
TEXT
