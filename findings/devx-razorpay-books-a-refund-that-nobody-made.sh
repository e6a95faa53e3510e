#!/usr/bin/env bash
# @devx-commerce/razorpay 6.0.0-beta.0 (npm), Razorpay of India in Medusa 2. A refund goes to the order's first payment that is as large as the refund. If there is none, because an order of 100 was paid by 60 and 40, nothing is
# sent and nothing is thrown: Medusa books a refund of 100 that nobody made. A capture is asked for in rupees where Razorpay takes paise, so that it is refused, and what was authorized lapses. A
# shopper whose account in Razorpay isn't found by phone or mail is tied to the first customer of the list, a stranger.
# Safe: read the refund from Razorpay before you tell the customer. Capture at once, by Razorpay's own setting.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @devx-commerce/razorpay@6.0.0-beta.0 @medusajs/utils@2.21.2 razorpay@2.9.8 >/dev/null
# The parts of the framework that are used, and a plugin without its workflow.
mkdir -p node_modules/@medusajs/framework
echo 'module.exports = require("@medusajs/utils");' >node_modules/@medusajs/framework/utils.js
plugin=$PWD/node_modules/@devx-commerce/razorpay/.medusa/server/src
echo 'exports.updateRazorpayCustomerMetadataWorkflow = () => ({ run: async ({ input }) => ({ result: { customer: input } }) });' >"$plugin/workflows/update-razorpay-customer-metadata/index.js"
cat >shop.cjs <<'JS'
const { default: Provider } = require(`${process.argv[2]}/providers/payment-razorpay/core/razorpay-base.js`);
const quiet = () => undefined;
const shop = new Provider({ logger: { info: quiet, warn: quiet, error: quiet, debug: quiet } }, { key_id: "k", key_secret: "s" });
let payments;
const asked = [];
shop.razorpay_ = {
  orders: { fetchPayments: async () => ({ items: payments }) },
  payments: {
    refund: async (id, { amount }) => asked.push(`refund of ${amount} paise`),
    capture: async (id, amount, currency) => asked.push(`capture of ${amount} paise`) && { id },
  },
  customers: { all: async () => ({ items: [{ id: "cust_stranger", email: "stranger@example.com", contact: "+919999999999" }] }) },
};
const paid = (...amounts) => amounts.map((amount, line) => ({ id: `pay_${line}`, amount: amount * 100, currency: "INR", status: "captured" }));
const refund = async (amount, ...amounts) => {
  payments = paid(...amounts);
  asked.length = 0;
  await shop.refundPayment({ data: { id: "order_1" }, amount });
  console.log(`refund of ${amount}, paid by ${amounts.join(" and ")}: Razorpay is asked for ${asked[0] ?? "nothing"}`);
};
(async () => {
  await refund(50, 100);
  await refund(100, 60, 40);
  payments = [{ ...paid(100)[0], status: "authorized" }];
  asked.length = 0;
  await shop.capturePayment({ data: { id: "order_1" } });
  console.log(`authorized 10000 paise: Razorpay is asked for a ${asked[0]}`);
  const customer = await shop.pollAndRetrieveCustomer({ id: "cus_1", email: "tom@example.com", phone: "+918888888888" });
  console.log(`Tom is tied to ${customer.id}`);
})();
JS
node --no-deprecation shop.cjs "$plugin" | tee seen
diff seen - <<'TEXT'
refund of 50, paid by 100: Razorpay is asked for refund of 5000 paise
refund of 100, paid by 60 and 40: Razorpay is asked for nothing
authorized 10000 paise: Razorpay is asked for a capture of 100 paise
Tom is tied to cust_stranger
TEXT
