#!/usr/bin/env bash
# @reactioncommerce/api-plugin-orders 1.4.5, api-plugin-payments 1.0.5 and api-plugin-payments-stripe-sca 1.0.2 (npm). cancelOrderItem changes neither the invoice of the order nor its payment, so that captureOrderPayments takes the money of an
# item that was cancelled before. Two captures at once, as of a double click: Stripe takes one and refuses the other with payment_intent_unexpected_state, which isn't known as "already captured", and the one that ends last is kept:
# an order that is paid stands as an error, and each later capture is an error, too.
# An order of 1000 yen is captured as 100000. A refund while the list of refunds can't be read is stored as a part, also if it was all.
# Safe: Stripe's amount_received as what counts; updateOrder's totals and an own capturePayment with the amount that is left; a lock around the mutation; no currency without two decimals.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts @reactioncommerce/api-plugin-orders@1.4.5 @reactioncommerce/api-plugin-payments@1.0.5 @reactioncommerce/api-plugin-payments-stripe-sca@1.0.2 nock@13.5.6 >/dev/null 2>&1
# The plugins' own code with orders that are kept in memory, and a stand-in for Stripe.
cat >shop.mjs <<'JS'
import nock from "nock";
const from = async (path) => (await import(`./node_modules/@reactioncommerce/api-plugin-${path}.js`)).default;
const cancelOrderItem = await from("orders/src/mutations/cancelOrderItem");
const createRefund = await from("orders/src/mutations/createRefund");
const captureOrderPayments = await from("payments/src/mutations/captureOrderPayments");
const functions = { capturePayment: await from("payments-stripe-sca/src/util/stripeCapturePayment"), createRefund: await from("payments-stripe-sca/src/util/stripeCreateRefund"), listRefunds: await from("payments-stripe-sca/src/util/stripeListRefunds") };
const form = (body) => Object.fromEntries(new URLSearchParams(body));
let stripe;
const api = nock("https://api.stripe.com").persist();
api.post("/v1/payment_intents/pi_1/capture").delay(200).reply((_, body) => {
  if (stripe.captured) return [400, { error: { type: "invalid_request_error", code: "payment_intent_unexpected_state", message: "This PaymentIntent could not be captured because it has a status of succeeded." } }];
  stripe.captured = Number(form(body).amount_to_capture);
  return [200, { id: "pi_1", status: "succeeded" }];
});
api.post("/v1/refunds").reply(200, (_, body) => (stripe.refunds.push(Number(form(body).amount)), { object: "refund" }));
api.get(/^\/v1\/refunds/).reply(() => (stripe.down ? [503, { error: { message: "away" } }] : [200, { data: stripe.refunds.map((amount) => ({ object: "refund", amount, created: 1, currency: "usd" })) }]));
const clone = (value) => JSON.parse(JSON.stringify(value), (key, one) => (/At$/.test(key) && typeof one === "string" ? new Date(one) : one));
const item = (_id, amount) => ({ _id, productId: _id, variantId: _id, shopId: "shop", title: _id, quantity: 1, price: { amount, currencyCode: "USD" }, subtotal: amount, addedAt: new Date(), createdAt: new Date(), updatedAt: new Date(), workflow: { status: "new", workflow: ["new"] } });
let order;
const fresh = (amount) => {
  stripe = { refunds: [] };
  const invoice = { currencyCode: "USD", discounts: 0, effectiveTaxRate: 0, shipping: 0, subtotal: amount, surcharges: 0, taxableAmount: 0, taxes: 0, total: amount };
  const group = { _id: "g", type: "shipping", shopId: "shop", itemIds: ["tea", "cup"], items: [item("tea", 80), item("cup", 20)], totalItemQuantity: 2, invoice, shipmentMethod: { _id: "m", carrier: "post", label: "post", name: "post", group: "post", handling: 0, rate: 0, currencyCode: "USD" }, workflow: { status: "new", workflow: ["new"] } };
  order = { _id: "A-1", shopId: "shop", workflow: { status: "new", workflow: ["new"] }, shipping: [group], payments: [{ _id: "p", name: "stripe", amount, mode: "authorize", status: "approved", transactions: [], data: { stripePaymentIntentId: "pi_1" } }] };
};
const Orders = {
  findOne: async () => clone(order),
  updateOne: async () => ({}),
  findOneAndUpdate: async (_, { $set }) => {
    for (const [key, value] of Object.entries($set)) key === "payments.$.status" ? (order.payments[0].status = value) : (order[key] = clone(value));
    return { modifiedCount: 1, value: clone(order) };
  },
};
const context = { accountId: "s", collections: { Orders }, appEvents: { emit: async () => {} }, validatePermissions: async () => {}, queries: { getPaymentMethodConfigByName: () => ({ canRefund: true, functions }) } };
const capture = () => captureOrderPayments(context, { orderId: "A-1", paymentIds: ["p"], shopId: "shop" });
const payment = () => `${order.payments[0].status}, ${order.payments[0].mode}`;
fresh(100);
await cancelOrderItem(context, { orderId: "A-1", itemId: "cup", cancelQuantity: 1 });
await capture();
console.log(`20 of 100 cancelled, then captured: ${stripe.captured / 100}; the invoice says ${order.shipping[0].invoice.total}`);
fresh(100);
await Promise.all([capture(), capture()]);
console.log(`two captures at once: Stripe took ${stripe.captured / 100}; ${payment()}`);
await capture();
console.log(`a later one: ${payment()}`);
fresh(100);
stripe.down = true;
await createRefund(context, { amount: 100, orderId: "A-1", paymentId: "p" }).catch(({ message }) => message);
console.log(`100 of 100 refunded while the list is away: Stripe gave ${stripe.refunds} cents; ${order.payments[0].status}`);
fresh(1000);
await capture();
console.log(`an order of 1000 yen, captured: ${stripe.captured} yen`);
process.exit();
JS
STRIPE_API_KEY=sk_test_shop REACTION_LOG_LEVEL=FATAL node --no-warnings shop.mjs | grep -E '^(20|two|a|an|100) ' | tee seen
diff seen - <<'TEXT'
20 of 100 cancelled, then captured: 100; the invoice says 100
two captures at once: Stripe took 100; error, authorize
a later one: error, authorize
100 of 100 refunded while the list is away: Stripe gave 10000 cents; partialRefund
an order of 1000 yen, captured: 100000 yen
TEXT
