#!/usr/bin/env bash
# @alphabite/medusa-paypal 0.2.6 (npm), given a refund of 10.00 of a payment of 100.00, sends no amount, so PayPal gives back all 100.00, while Medusa books 10.00.
# The plugin captures when an order is placed, and cancelPayment then says "canceled" without a call: the shopper stays charged. If the answer of that
# capture is lost, it makes a second PayPal order, which the shopper is asked to pay, too. An order that nobody approved has the status "authorized".
# Stand-ins: PayPal's client and Medusa's constants. Needs Node.js 22.15 or newer.
# Safe: give money back in PayPal's own back office, and query the order there before you ship or ask for it again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
tar -xzf "$(npm pack --silent @alphabite/medusa-paypal@0.2.6)" && mv package/.medusa/server/src/providers/paypal .
cat >shop.cjs <<'JS'
const { registerHooks } = require("node:module");
const anything = 'const anything = new Proxy(function () {}, { get: () => anything, apply: () => anything, construct: () => ({}) });';
const stands = {
  "@paypal/paypal-server-sdk": `${anything} module.exports = new Proxy(globalThis.paypal, { get: (given, name) => given[name] ?? anything });`,
  "@medusajs/framework/utils": `module.exports = {
    AbstractPaymentProvider: class {}, MedusaError: class extends Error { static Types = {}; }, ModuleProvider: () => {}, Modules: {}, PaymentActions: {},
    PaymentSessionStatus: { AUTHORIZED: "authorized", CAPTURED: "captured", CANCELED: "canceled", PENDING: "pending" },
  };`,
  zod: `${anything} module.exports = anything;`,
  "libphonenumber-js": `${anything} module.exports = anything;`,
};
registerHooks({
  resolve: (name, context, next) => (name in stands ? { url: `stand:${name}`, format: "commonjs", shortCircuit: true } : next(name, context)),
  load: (url, context, next) => (url.startsWith("stand:") ? { format: "commonjs", source: stands[url.slice(6)], shortCircuit: true } : next(url, context)),
});
const log = (what) => (given) => { console.log("   PayPal:", what, JSON.stringify(given)); return { result: { id: "ORDER-2", status: "CREATED" } }; };
let lost = false;
globalThis.paypal = {
  CaptureStatus: { Completed: "COMPLETED", Declined: "DECLINED" },
  OrdersController: class {
    captureOrder = async ({ id }) => {
      log("capture")({ id });
      if (lost) throw new Error("socket hang up");
      return { result: { id, status: "COMPLETED", purchaseUnits: [{ payments: { captures: [{ id: "CAPTURE-1", status: "COMPLETED" }] } }] } };
    };
    createOrder = async ({ body }) => log("a new order of")(body.purchaseUnits[0].amount.value);
    getOrder = async () => ({ result: { id: "ORDER-1", status: "CREATED" } });
  },
  PaymentsController: class { refundCapturedPayment = async (given) => log("refund")(given); },
};
const logger = { info() {}, error() {} };
(async () => {
  const { default: Paypal } = require("./paypal/service.js");
  const paypal = new Paypal({ logger }, { clientId: "c", clientSecret: "s" });
  const data = { id: "ORDER-1", amount: 100, currency_code: "EUR" };
  console.log("PayPal, nobody approved it:", (await paypal.getPaymentStatus({ data })).status);
  console.log("PayPal, an order is placed:");
  const placed = await paypal.authorizePayment({ data });
  console.log("PayPal, a refund of 10:");
  await paypal.refundPayment({ data: placed.data, amount: 10 });
  console.log("PayPal, it is cancelled:", (await paypal.cancelPayment({ data: placed.data })).data.status);
  console.log("PayPal, an order whose capture's answer is lost:");
  lost = true;
  console.log("  ", (await paypal.authorizePayment({ data, context: {} })).status);
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
PayPal, nobody approved it: authorized
PayPal, an order is placed:
   PayPal: capture {"id":"ORDER-1"}
PayPal, a refund of 10:
   PayPal: refund {"captureId":"CAPTURE-1"}
PayPal, it is cancelled: canceled
PayPal, an order whose capture's answer is lost:
   PayPal: capture {"id":"ORDER-1"}
   PayPal: a new order of "100"
   pending
TEXT
