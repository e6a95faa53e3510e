#!/usr/bin/env bash
# Stripe plugins whose work fails while a webhook is handled, because the database is away for a moment. @better-auth/stripe 1.7.6 (npm, 289,000 downloads a month)
# logs it and answers 200, so Stripe doesn't send the event again: the shopper has paid, and the subscription stays "incomplete" for ever. Only an
# error of the shop's own onEvent is answered 400. @payloadcms/plugin-stripe 3.90.2 (19,000) answers 200 before the work begins, and the
# failure is an unhandled rejection; without stripeWebhooksEndpointSecret it answers 200 to all events and does nothing.
# Safe: compare your orders with the service's each day; in better-auth, write to a queue of your own in onEvent.
# Needs Node.js 22.15 or newer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts better-auth@1.7.6 @better-auth/stripe@1.7.6 better-call@1.4.0 @better-auth/core@1.7.6 stripe@22.0.0 uuid@11.1.0 --legacy-peer-deps >/dev/null
tar -xzf "$(npm pack --silent @payloadcms/plugin-stripe@3.90.2)" && mv package/dist payload && rm -r package && echo '{"type":"module"}' >payload/package.json
cat >shop.mjs <<'JS'
import { registerHooks } from "node:module";
import { stripe } from "@better-auth/stripe";
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import Stripe from "stripe";
const noPayload = "data:text/javascript,export const dynamicImport = () => Promise.reject(new Error()), hasUnsupportedFieldPathSegment = 0, setOwnProperty = 0;";
registerHooks({ resolve: (name, context, next) => (/^payload(\/|$)/.test(name) ? { url: noPayload, shortCircuit: true } : next(name, context)) });
const secret = "whsec_test";
const stripeClient = new Stripe("sk_test");
const item = { price: { id: "price_pro", recurring: { interval: "month" } }, quantity: 1, current_period_start: 1767225600, current_period_end: 1769904000 };
stripeClient.subscriptions.retrieve = async (id) => ({ id, status: "active", items: { data: [item] } });
const session = { mode: "subscription", subscription: "sub_1", client_reference_id: "ann", metadata: { subscriptionId: "1", referenceId: "ann" } };
const payload = JSON.stringify({ id: "evt_1", object: "event", type: "checkout.session.completed", data: { object: session } });
const request = (url) => new Request(url, {
  method: "POST", body: payload, headers: { "stripe-signature": stripeClient.webhooks.generateTestHeaderString({ payload, secret }) },
});
let isAway = false;
const books = { user: [], session: [], account: [], verification: [], subscription: [{ id: "1", plan: "pro", referenceId: "ann", status: "incomplete" }] };
const database = (options) => {
  const adapter = memoryAdapter(books)(options);
  const update = async (given) => { if (isAway) throw new Error("the database is away"); return adapter.update(given); };
  return { ...adapter, update };
};
const shop = (onEvent) => betterAuth({
  baseURL: "http://localhost:3000", secret: "a secret of at least thirty-two characters", database, logger: { disabled: true }, telemetry: { enabled: false },
  plugins: [stripe({ stripeClient, stripeWebhookSecret: secret, onEvent, subscription: { enabled: true, plans: [{ name: "pro", priceId: "price_pro" }] } })],
});
const hear = async (what, onEvent) => {
  const { status } = await shop(onEvent).handler(request("http://localhost:3000/api/auth/stripe/webhook"));
  console.log("better-auth,", what, status, "- subscription:", books.subscription[0].status);
};
isAway = true;
await hear("the database is away:", async () => {});
await hear("the shop's onEvent fails:", async () => { throw new Error("away"); });
isAway = false;
await hear("all is well:", async () => {});
const { stripeWebhooks } = await import("./payload/routes/webhooks.js");
let failed = "";
process.on("unhandledRejection", ({ message }) => { failed = message; });
const webhooks = async () => { throw new Error("the database is away"); };
for (const stripeWebhooksEndpointSecret of [secret, undefined]) {
  failed = "nothing";
  const req = Object.assign(request("http://localhost:3000/api/stripe/webhooks"), { payload: { logger: console } });
  const { status } = await stripeWebhooks({ config: {}, req, pluginConfig: { stripeSecretKey: "sk_test", stripeWebhooksEndpointSecret, webhooks } });
  await new Promise((resolve) => setTimeout(resolve, 100));
  console.log("payload,", stripeWebhooksEndpointSecret ? "with" : "without", "a secret:", status, "- unhandled:", failed);
}
process.exit();
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
better-auth, the database is away: 200 - subscription: incomplete
better-auth, the shop's onEvent fails: 400 - subscription: incomplete
better-auth, all is well: 200 - subscription: active
payload, with a secret: 200 - unhandled: the database is away
payload, without a secret: 200 - unhandled: nothing
TEXT
