#!/usr/bin/env bash
# better-auth-razorpay 2.0.9 (npm) with better-auth 1.7.25. Events are taken in the order in which they come. If activated, which says that the first charge is paid, overtakes authenticated, the
# subscription is authenticated for ever, and the customer who has paid has no access. An event that can't be written, because the database is away, is answered with 200, so that Razorpay
# doesn't send it again. The body is read and written again before its signature is checked: a slash that was written as \/, as PHP does, is refused.
# Safe: a route of your own over the body's text, which takes over the status that Razorpay's own look-up has.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps better-auth@1.7.25 better-auth-razorpay@2.0.9 >/dev/null
cat >shop.mjs <<'JS'
import { createHmac } from "node:crypto";
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { razorpay } from "better-auth-razorpay";
let isAway;
const start = () => {
  isAway = false;
  const db = { user: [], session: [], account: [], verification: [], subscription: [{ id: "s1", plan: "basic", referenceId: "u1", razorpaySubscriptionId: "sub_1", status: "created" }] };
  const database = (options) => {
    const adapter = memoryAdapter(db)(options);
    return { ...adapter, update: async (call) => (isAway ? Promise.reject(new Error("no database")) : adapter.update(call)) };
  };
  const subscription = { enabled: true, plans: [{ name: "basic", planId: "plan_1" }] };
  const plugin = razorpay({ razorpayClient: {}, razorpayWebhookSecret: "w", subscription });
  const auth = betterAuth({ baseURL: "https://shop.example.com", secret: "s".repeat(32), database, logger: { disabled: true }, plugins: [plugin] });
  const notify = async (event, { isPhp = false, status = "active" } = {}) => {
    const entity = { id: "sub_1", plan_id: "plan_1", status, paid_count: 1, short_url: "https://rzp.example.com/i/1" };
    const text = JSON.stringify({ event: `subscription.${event}`, payload: { subscription: { entity } } });
    const body = isPhp ? text.replaceAll("/", "\\/") : text;
    const headers = { "content-type": "application/json", "x-razorpay-signature": createHmac("sha256", "w").update(body).digest("hex") };
    return (await auth.handler(new Request("https://shop.example.com/api/auth/razorpay/webhook", { method: "POST", body, headers }))).status;
  };
  return { notify, status: () => db.subscription[0].status };
};
for (const order of [["authenticated", "activated"], ["activated", "authenticated"]]) {
  const shop = start();
  for (const event of order) await shop.notify(event);
  console.log(`${order.join(", then ")}: ${shop.status()}`);
}
const away = start();
isAway = true;
console.log(`activated, the database is away: Razorpay hears ${await away.notify("activated")}, the subscription is ${away.status()}`);
const php = start();
console.log(`activated, with \\/: Razorpay hears ${await php.notify("activated", { isPhp: true })}, the subscription is ${php.status()}`);
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
authenticated, then activated: active
activated, then authenticated: authenticated
activated, the database is away: Razorpay hears 200, the subscription is created
activated, with \/: Razorpay hears 400, the subscription is created
TEXT
