#!/usr/bin/env bash
# @mercurjs/payment-stripe-connect 1.5.3 (npm, a marketplace on Medusa). For a guest, who has no email yet, it asks Stripe for a customer without an email,
# which lists all of them: the payment is booked on the shop's newest customer, and stands in that history. It doesn't write the payment session's id
# to the payment either, but looks for it in each webhook: "succeeded" names no session, so Medusa can't place the order of a shopper who pays
# and closes the tab. Each capture takes the whole amount. Stripe's client and Medusa's constants are stand-ins.
# Safe: ask for an email first; find the session of a webhook by the payment intent's id.
# Needs Node.js 22.15 or newer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
tar -xzf "$(npm pack --silent @mercurjs/payment-stripe-connect@1.5.3)" && mv package/.medusa/server/src/providers/stripe-connect provider
cat >shop.cjs <<'JS'
const { registerHooks } = require("node:module");
const stands = {
  stripe: "module.exports = globalThis.Stripe;",
  "@medusajs/framework/utils": `module.exports = {
    AbstractPaymentProvider: class {}, MedusaError: class extends Error { static Types = {}; }, PaymentSessionStatus: {},
    PaymentActions: { SUCCESSFUL: "captured" }, isPresent: (value) => value !== undefined, ModuleProvider: (_, given) => given, Modules: {},
  };`,
  "@mercurjs/framework": `module.exports = {
    PaymentProviderKeys: {}, ErrorCodes: {}, ErrorIntentStatus: {},
    getSmallestUnit: (amount) => Math.round(amount * 100), getAmountFromSmallestUnit: (cents) => cents / 100,
  };`,
};
registerHooks({
  resolve: (name, context, next) => (name in stands ? { url: `stand:${name}`, format: "commonjs", shortCircuit: true } : next(name, context)),
  load: (url, context, next) => (url.startsWith("stand:") ? { format: "commonjs", source: stands[url.slice(6)], shortCircuit: true } : next(url, context)),
});
const customers = [{ id: "cus_3", email: "newest@example.org" }, { id: "cus_2", email: "ann@example.org" }];
let intent;
globalThis.Stripe = class {
  customers = {
    list: async ({ email, limit }) => ({ data: customers.filter((customer) => email === undefined || customer.email === email).slice(0, limit) }),
    create: async ({ email }) => ({ id: "cus_new", email }),
  };
  paymentIntents = {
    create: async (given) => (intent = { id: "pi_1", metadata: {}, ...given }),
    capture: async (...given) => { console.log("capture sends", JSON.stringify(given)); return intent; },
  };
  webhooks = { constructEvent: () => ({ type: "payment_intent.succeeded", data: { object: { ...intent, amount_received: intent.amount } } }) };
};
const { default: Provider } = require("./provider/services/stripe-connect-card-provider.js");
const provider = new Provider({}, { apiKey: "k", webhookSecret: "s" });
(async () => {
  for (const [who, email] of [["Ann", "ann@example.org"], ["a new shopper", "new@example.org"], ["a guest", undefined]]) {
    const context = email ? { customer: { email } } : {};
    await provider.initiatePayment({ amount: 50, currency_code: "eur", data: { session_id: "payses_1" }, context });
    console.log(who.padEnd(14), "is booked on", intent.customer);
  }
  console.log("webhook:", JSON.stringify(await provider.getWebhookActionAndData({ headers: {} })), "session", intent.metadata.session_id);
  await provider.capturePayment({ data: intent, amount: 20 });
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
Ann            is booked on cus_2
a new shopper  is booked on cus_new
a guest        is booked on cus_3
webhook: {"action":"captured","data":{"amount":50}} session undefined
capture sends ["pi_1"]
TEXT
