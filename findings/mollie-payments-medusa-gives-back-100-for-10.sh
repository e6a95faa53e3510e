#!/usr/bin/env bash
# @variablevic/mollie-payments-medusa 0.0.13 (npm), Mollie in Medusa 2. A refund of 10 of 100 gives back 100: the amount is taken from the payment's own data and not from what Medusa asks for. Medusa books 10. A payment in
# yen is asked for as 1000.00, and Mollie refuses decimals that a currency doesn't have, so that no Japanese shopper can pay.
# Safe: refunds in part in Mollie's own dashboard, or a provider of your own over refundPayment that reads input.amount.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @variablevic/mollie-payments-medusa@0.0.13 @medusajs/utils@2.21.2 @mollie/api-client@4.6.0 >/dev/null
# The parts of Medusa that are used.
mkdir -p node_modules/@medusajs/framework node_modules/@medusajs/medusa
echo 'module.exports = require("@medusajs/utils");' >node_modules/@medusajs/framework/utils.js
echo '{"version":"2.21.2"}' >node_modules/@medusajs/medusa/package.json
cat >shop.cjs <<'JS'
const { default: MollieBase } = require("./node_modules/@variablevic/mollie-payments-medusa/.medusa/server/src/providers/mollie/core/mollie-base.js");
class Provider extends MollieBase {
  get paymentCreateOptions() {
    return { webhookUrl: "https://shop.example.com/hook" };
  }
}
const quiet = () => undefined;
const shop = new Provider({ logger: { info: quiet, error: quiet, debug: quiet, warn: quiet } }, { apiKey: `test_${"k".repeat(30)}`, redirectUrl: "https://shop.example.com/" });
const payment = { id: "tr_1", status: "paid", amount: { value: "100.00", currency: "EUR" } };
shop.client_ = {
  payments: { get: async () => payment, create: async ({ amount }) => console.log(`payment: Mollie is asked for ${amount.value} ${amount.currency}`) ?? payment },
  paymentRefunds: { create: async ({ amount }) => console.log(`refund: Mollie is asked for ${amount.value} ${amount.currency}`) },
};
(async () => {
  await shop.refundPayment({ data: payment, amount: 10 });
  await shop.initiatePayment({ amount: 1000, currency_code: "jpy", context: {} });
})();
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
refund: Mollie is asked for 100.00 EUR
payment: Mollie is asked for 1000.00 JPY
TEXT
