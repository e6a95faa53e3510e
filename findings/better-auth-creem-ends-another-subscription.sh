#!/usr/bin/env bash
# @creem_io/better-auth 1.2.0 (npm) with better-auth 1.7.25. An event of a subscription that isn't in the table is written over another subscription of the customer, if there is one. A customer of basic buys pro,
# and active overtakes checkout.completed: the row of basic becomes pro. When basic ends, its event finds no row, and pro, which is paid, is canceled. An event that can't be written, because the database is away, is
# answered with 200, so that Creem doesn't send it again.
# Safe: a route of your own, which looks up creemSubscriptionId alone, and answers 500 to what it can't write.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps better-auth@1.7.25 @creem_io/better-auth@1.2.0 @creem_io/webhook-types@1.0.1 creem@1.13.0 >/dev/null
cat >shop.mjs <<'JS'
import { createHmac } from "node:crypto";
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { creem } from "@creem_io/better-auth";
let isAway = false;
const start = () => {
  const basic = { id: "s1", productId: "basic", referenceId: "u1", creemCustomerId: "cust_1", creemSubscriptionId: "sub_1", status: "active" };
  const db = { user: [], session: [], account: [], verification: [], creem_subscription: [basic] };
  const database = (options) => {
    const adapter = memoryAdapter(db)(options);
    return { ...adapter, update: async (call) => (isAway ? Promise.reject(new Error("no database")) : adapter.update(call)) };
  };
  const plugin = creem({ apiKey: "creem_test_1", webhookSecret: "w", testMode: true });
  const auth = betterAuth({ baseURL: "https://shop.example.com", secret: "s".repeat(32), database, logger: { disabled: true }, plugins: [plugin] });
  const notify = async (eventType, id, product) => {
    const status = eventType.endsWith("canceled") ? "canceled" : "active";
    const customer = { object: "customer", id: "cust_1" };
    const subscription = { object: "subscription", id, status, customer, product: { object: "product", id: product }, metadata: { referenceId: "u1" } };
    const checkout = { object: "checkout", id: "ch_1", customer, product: subscription.product, order: { id: "ord_1" }, subscription, metadata: { referenceId: "u1" } };
    const body = JSON.stringify({ id: "evt_1", eventType, created_at: 1764410000000, object: eventType.startsWith("checkout") ? checkout : subscription });
    const headers = { "content-type": "application/json", "creem-signature": createHmac("sha256", "w").update(body).digest("hex") };
    return (await auth.handler(new Request("https://shop.example.com/api/auth/creem/webhook", { method: "POST", body, headers }))).status;
  };
  return { notify, rows: () => db.creem_subscription.map((row) => `${row.productId} (${row.creemSubscriptionId}) is ${row.status}`).join(", ") };
};
for (const order of [["checkout.completed", "subscription.active"], ["subscription.active", "checkout.completed"]]) {
  const shop = start();
  for (const eventType of order) await shop.notify(eventType, "sub_2", "pro");
  console.log(`pro: ${order.join(", then ")}: ${shop.rows()}`);
  await shop.notify("subscription.canceled", "sub_1", "basic");
  console.log(`basic: subscription.canceled: ${shop.rows()}`);
}
const away = start();
isAway = true;
console.log(`basic: subscription.canceled, the database is away: Creem hears ${await away.notify("subscription.canceled", "sub_1", "basic")}, ${away.rows()}`);
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
pro: checkout.completed, then subscription.active: basic (sub_1) is active, pro (sub_2) is active
basic: subscription.canceled: basic (sub_1) is canceled, pro (sub_2) is active
pro: subscription.active, then checkout.completed: pro (sub_2) is active
basic: subscription.canceled: pro (sub_1) is canceled
basic: subscription.canceled, the database is away: Creem hears 200, basic (sub_1) is active
TEXT
