#!/usr/bin/env bash
# @sourceloop/payment-service 8.0.6 (npm), a payment service over LoopBack. Its Razorpay provider reads order.totalamount, and the order has totalAmount: what the shopper has authorized is never captured, the order stays
# unpaid, and Razorpay gives the money back after some days. The end of a subscription is given in milliseconds where Razorpay takes seconds, so it lies fifty thousand years ahead.
# Safe: Razorpay's own setting for capture at once, and a provider of your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @sourceloop/payment-service@8.0.6 >/dev/null
cat >shop.cjs <<'JS'
const { RazorpayProvider } = require("@sourceloop/payment-service/dist/providers/razorpay/razorpay.provider.js");
const order = { id: "A-1", totalAmount: 10_000, currency: "INR", status: "draft", metaData: { razorpayOrderID: "order_1" } };
const rows = { find: async () => [order], findById: async () => order, updateById: async () => undefined, create: async () => undefined };
const provider = new RazorpayProvider(rows, rows, rows, { info: () => undefined }, { dataKey: "k", publishKey: "s" });
const captured = [];
provider.instance = {
  payments: {
    capture: async (id, amount, currency, done) => done(null, captured.push(amount)),
    fetch: async (id, done) => done(null, { status: captured.length ? "captured" : "authorized" }),
  },
  plans: { fetch: async () => ({ id: "plan_1" }) },
  subscriptions: { create: async (sent) => ({ id: "sub_1", sent: console.log(`subscription until ${new Date(sent.expire_by * 1000).getUTCFullYear()}`) }) },
};
(async () => {
  const { res } = await provider.value().charge({ razorpay_order_id: "order_1", razorpay_payment_id: "pay_1" });
  console.log(`charge of an authorized payment: ${res}, captured ${captured.length} times, order ${order.status}`);
  await provider.value().subscriptionCreate({ id: "S-1", planId: "plan_1", startDate: new Date("2026-11-29"), endDate: new Date("2027-11-29"), totalAmount: 10_000, currency: "INR" });
})();
JS
node --no-warnings shop.cjs 2>/dev/null | tee seen
diff seen - <<'TEXT'
charge of an authorized payment: notsucess, captured 0 times, order draft
subscription until 59879
TEXT
