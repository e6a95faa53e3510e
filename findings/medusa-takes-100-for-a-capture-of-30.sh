#!/usr/bin/env bash
# @medusajs/payment 2.21.2 with @medusajs/payment-stripe 2.21.2 (npm). A shop ships a part of an order and captures 30 of the authorized 100. The payment module checks and books 30, but tells the
# provider no amount, and Stripe captures all 100. When the rest is captured, Stripe refuses, the provider takes that for done, and the books are right again. If the
# rest is never shipped, the customer has paid 100 for 30.
# Safe: capture once, in full, and refund what isn't shipped; or a provider of your own that reads the capture's amount.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @medusajs/payment@2.21.2 @medusajs/payment-stripe@2.21.2 @medusajs/utils@2.21.2 >/dev/null
# The framework's part that is used is @medusajs/utils under another name.
mkdir -p node_modules/@medusajs/framework
echo 'module.exports = require("@medusajs/utils");' >node_modules/@medusajs/framework/utils.js
cat >shop.cjs <<'JS'
const { default: PaymentModule } = require("@medusajs/payment/dist/services/payment-module");
const { default: StripeBase } = require("@medusajs/payment-stripe/dist/core/stripe-base");
// Stripe with one intent, and a database with one payment.
const intent = { id: "pi_1", amount: 10_000, amount_received: 0, status: "requires_capture", currency: "usd" };
const capture = async (id, parameters) => {
  if (intent.status === "succeeded") throw Object.assign(new Error("captured before"), { code: "payment_intent_unexpected_state", payment_intent: intent });
  intent.amount_received = parameters.amount_to_capture ?? intent.amount;
  intent.status = "succeeded";
  return intent;
};
const stripe = Object.assign(Object.create(StripeBase.prototype), { stripe_: { paymentIntents: { capture } } });
const payment = { id: "pay_1", data: { id: "pi_1" }, provider_id: "stripe", amount: 100, raw_amount: { value: "100" }, currency_code: "usd", captures: [] };
const lock = { where: () => lock, forUpdate: () => lock, select: async () => [] };
const knex = Object.assign(() => lock, { raw: async () => undefined });
const create = async ({ amount }) => {
  payment.captures.push({ id: `capt_${amount}`, amount, raw_amount: { value: `${amount}` } });
  return payment.captures.at(-1);
};
const shop = Object.assign(Object.create(PaymentModule.prototype), {
  baseRepository_: { transaction: (run) => run({ getTransactionContext: () => knex }), getFreshManager: () => ({}), serialize: async (row) => row },
  paymentService_: { retrieve: async () => payment, update: async (row) => Object.assign(payment, row) },
  captureService_: { create },
  paymentProviderService_: { capturePayment: (provider, input) => stripe.capturePayment(input) },
  maybeUpdatePaymentCollection_: async () => undefined,
});
(async () => {
  for (const amount of [30, 70]) {
    await shop.capturePayment({ payment_id: "pay_1", amount });
    console.log(`captured ${amount}: Medusa has ${payment.captures.map((row) => row.amount).join(" + ")}, Stripe took ${intent.amount_received / 100}`);
  }
})();
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
captured 30: Medusa has 30, Stripe took 100
captured 70: Medusa has 30 + 70, Stripe took 100
TEXT
