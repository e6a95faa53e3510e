#!/usr/bin/env bash
# @chakra-ui/better-auth 0.3.0 (npm) with better-auth 1.3.8 (it asks for 1.3.0 or newer, and does not load with 1.7.25). Each order_created of Lemon Squeezy makes a purchase, also one that was made already; and its table has no unique order. An order_created that is sent again after the
# refund, late or by hand, makes a second purchase, which is active. A refund in part, which Lemon Squeezy tells as order_refunded with refunded_amount, takes everything. Two
# products whose names differ in signs alone, such as C and C++, are one.
# Safe: a unique index on orderId, and a route of your own for refunds that reads refunded_amount.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps better-auth@1.3.8 @chakra-ui/better-auth@0.3.0 effect@3.22.4 zod@4.6.7 >/dev/null
cat >shop.mjs <<'JS'
import { createHmac } from "node:crypto";
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { lemonSqueezy } from "@chakra-ui/better-auth";
const start = () => {
  const db = { user: [], session: [], account: [], verification: [], purchase: [] };
  const products = [{ name: "C", variants: ["Team"] }, { name: "C++", variants: ["Team"] }];
  const plugin = lemonSqueezy({ webhookSecret: "w", products });
  const auth = betterAuth({ baseURL: "https://shop.example.com", secret: "s".repeat(32), database: memoryAdapter(db), logger: { disabled: true }, plugins: [plugin] });
  const notify = async (event_name, { product_name = "C", refunded_amount = 0 } = {}) => {
    const status = refunded_amount === 0 ? "paid" : refunded_amount < 1999 ? "partial_refund" : "refunded";
    const attributes = { identifier: "104e18a2-d755-4d4b-80c4-a6c1dcbe1c10", status, total: 1999, refunded_amount, first_order_item: { product_name, variant_name: "Team" } };
    const body = JSON.stringify({ meta: { event_name }, data: { type: "orders", id: "1", attributes } });
    const headers = { "x-signature": createHmac("sha256", "w").update(body).digest("hex") };
    return (await auth.handler(new Request("https://shop.example.com/api/auth/lemon-squeezy", { method: "POST", body, headers }))).status;
  };
  return { notify, purchases: () => db.purchase.map(({ productId, status }) => `${productId} ${status}`).join(", ") };
};
const shops = {
  "order_created, then order_refunded of 1999": [["order_created"], ["order_refunded", { refunded_amount: 1999 }]],
  "order_created, order_refunded of 1999, order_created again": [["order_created"], ["order_refunded", { refunded_amount: 1999 }], ["order_created"]],
  "order_created, then order_refunded of 100": [["order_created"], ["order_refunded", { refunded_amount: 100 }]],
  "order_created of C++": [["order_created", { product_name: "C++" }]],
};
for (const [name, events] of Object.entries(shops)) {
  const shop = start();
  for (const event of events) await shop.notify(...event);
  console.log(`${name}: ${shop.purchases()}`);
}
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
order_created, then order_refunded of 1999: c.team refunded
order_created, order_refunded of 1999, order_created again: c.team refunded, c.team active
order_created, then order_refunded of 100: c.team refunded
order_created of C++: c.team active
TEXT
