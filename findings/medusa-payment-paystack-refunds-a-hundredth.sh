#!/usr/bin/env bash
# medusa-payment-paystack 2.0.0 (npm), Paystack of Nigeria in Medusa 2. A payment is asked for in kobo, and 19.99 nairas are 1998.9999999999998. A refund is sent as Medusa gives it, in nairas,
# and Paystack reads it as kobo: the customer gets a hundredth back, while Medusa books all of it. The amount of a notification is handed to Medusa in kobo, a hundred times what was
# paid. A payment whose answer is lost is returned as { error: … } and not thrown.
# Safe: a provider of your own over refundPayment and getWebhookActionAndData that multiplies and divides.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps medusa-payment-paystack@2.0.0 @medusajs/utils@2.21.2 >/dev/null
# The framework's part that is used is @medusajs/utils under another name.
mkdir -p node_modules/@medusajs/framework
echo 'module.exports = require("@medusajs/utils");' >node_modules/@medusajs/framework/utils.js
cat >shop.cjs <<'JS'
const { createHmac } = require("node:crypto");
const { default: Provider } = require("medusa-payment-paystack/dist/services/paystack-payment-processor");
const shop = new Provider({}, { secret_key: "k" });
let sent;
let isLost = false;
shop.paystack.requestPaystackAPI = async ({ body }) => {
  if (isLost) throw new Error("socket hang up");
  sent = body;
  return { status: true, data: { reference: "T-1", id: 1 } };
};
(async () => {
  for (const amount of [50, 19.99]) {
    await shop.initiatePayment({ amount, currency_code: "ngn", context: { email: "tom@example.com", session_id: "s" } });
    console.log(`payment of ${amount}: asks for ${sent.amount} kobo`);
  }
  await shop.refundPayment({ paystackTxId: 1 }, 50);
  console.log(`refund of 50: asks for ${sent.amount} kobo`);
  const rawData = '{"event":"charge.success","data":{"amount":5000,"metadata":{"session_id":"s"}}}';
  const headers = { "x-paystack-signature": createHmac("sha512", "k").update(rawData).digest("hex") };
  const { data } = await shop.getWebhookActionAndData({ data: JSON.parse(rawData), rawData, headers });
  console.log(`notification of 5000 kobo: Medusa is told ${data.amount}`);
  isLost = true;
  const { error } = await shop.refundPayment({ paystackTxId: 1 }, 50);
  console.log(`lost refund: returns "${error}"`);
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
payment of 50: asks for 5000 kobo
payment of 19.99: asks for 1998.9999999999998 kobo
refund of 50: asks for 50 kobo
notification of 5000 kobo: Medusa is told 5000
lost refund: returns "Paystack Payment error: Failed to refund payment"
TEXT
