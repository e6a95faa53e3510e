#!/usr/bin/env bash
# convex-revenuecat 0.3.2 (npm) keeps what RevenueCat tells of subscriptions. A month that support gave back marks the whole subscription as refunded, and the mark stays when
# it renews and is paid again. As long as nothing else happens, the customer has what was paid. But once another product that opens the same thing ends, such as a
# week's pass, the paid subscription doesn't count: the customer is locked out for the rest of a paid month. Without the old refund it would go on.
# A week's pass beside the month also shortens it to a week, until the pass ends.
# Safe: ask RevenueCat's API about the customer (the component's sync) after each EXPIRATION.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps convex-revenuecat@0.3.2 convex@1.49.0 convex-test@0.0.71 convex-helpers@0.1.135 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import { convexTest } from "convex-test";
import { makeFunctionReference } from "convex/server";
const component = new URL("./node_modules/convex-revenuecat/dist/component/", import.meta.url);
const schema = (await import(`${component}schema.js`)).default;
const names = ["handlers", "_generated/api", "_generated/server"];
const modules = Object.fromEntries(names.map((name) => [`./${name}.js`, () => import(`${component}${name}.js`)]));
const day = 86_400_000;
const now = Date.now();
for (const isRefunded of [false, true]) {
  const books = convexTest(schema, modules);
  let count = 0;
  const tell = async (handler, type, product, days, more) => {
    const event = {
      id: `event-${++count}`, type, app_user_id: "ann", product_id: product, entitlement_ids: ["pro"], original_transaction_id: product,
      store: "PLAY_STORE", environment: "PRODUCTION", period_type: "NORMAL", event_timestamp_ms: now, expiration_at_ms: now + days * day, price: 9.99, currency: "USD", ...more,
    };
    await books.mutation(makeFunctionReference(`handlers:${handler}`), { event });
    const [pro] = await books.run((ctx) => ctx.db.query("entitlements").collect());
    console.log(`  ${type} of the ${product}: ${pro.isActive ? `open for ${Math.round((pro.expiresAtMs - now) / day)} days` : "closed"}`);
  };
  console.log(isRefunded ? "with a first month that was given back" : "without a refund");
  await tell("processInitialPurchase", "INITIAL_PURCHASE", "month", 1);
  if (isRefunded) await tell("processCancellation", "CANCELLATION", "month", 1, { cancel_reason: "CUSTOMER_SUPPORT", price: -9.99 });
  await tell("processRenewal", "RENEWAL", "month", 31);
  await tell("processInitialPurchase", "INITIAL_PURCHASE", "week's pass", 7);
  await tell("processExpiration", "EXPIRATION", "week's pass", -1, { expiration_reason: "UNSUBSCRIBE" });
}
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
without a refund
  INITIAL_PURCHASE of the month: open for 1 days
  RENEWAL of the month: open for 31 days
  INITIAL_PURCHASE of the week's pass: open for 7 days
  EXPIRATION of the week's pass: open for 31 days
with a first month that was given back
  INITIAL_PURCHASE of the month: open for 1 days
  CANCELLATION of the month: closed
  RENEWAL of the month: open for 31 days
  INITIAL_PURCHASE of the week's pass: open for 7 days
  EXPIRATION of the week's pass: closed
TEXT
