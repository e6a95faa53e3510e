#!/usr/bin/env bash
# @better-auth/stripe 1.7.6 (npm) with better-auth 1.7.25. Its webhook catches what goes wrong while it writes a subscription, logs one line and answers 200 and success. Stripe doesn't send the event again: the customer has paid, and the
# subscription stays incomplete because the database was away for a second. What the shop's own onSubscriptionComplete should have done is lost alike. onEvent, the hook for all events, is the one that is answered with 400 if it throws.
# Safe: the shop's own work in onEvent, and a job that compares Stripe's subscriptions with the table.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps better-auth@1.7.25 @better-auth/stripe@1.7.6 stripe@22.0.1 >/dev/null
cat >shop.mjs <<'JS'
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { stripe as plugin } from "@better-auth/stripe";
import Stripe from "stripe";
const stripeClient = new Stripe("sk_test_1");
const item = { price: { id: "price_1", recurring: { interval: "month" } }, quantity: 1, current_period_start: 1764410000, current_period_end: 1767000000 };
stripeClient.subscriptions.retrieve = async () => ({ id: "sub_1", status: "active", items: { data: [item] } });
const event = { id: "evt_1", object: "event", type: "checkout.session.completed", data: { object: { mode: "subscription", subscription: "sub_1", client_reference_id: "user_1", metadata: { subscriptionId: "s1" } } } };
const deliver = async (title, { isAway = false, onSubscriptionComplete, onEvent } = {}) => {
  const db = { user: [], session: [], account: [], verification: [], subscription: [{ id: "s1", plan: "basic", referenceId: "user_1", status: "incomplete" }] };
  const database = (options) => {
    const adapter = memoryAdapter(db)(options);
    return { ...adapter, update: async (call) => (isAway ? Promise.reject(new Error("no database")) : adapter.update(call)) };
  };
  const subscription = { enabled: true, plans: [{ name: "basic", priceId: "price_1" }], onSubscriptionComplete };
  const auth = betterAuth({
    baseURL: "https://shop.example.com",
    secret: "s".repeat(32),
    database,
    logger: { disabled: true },
    plugins: [plugin({ stripeClient, stripeWebhookSecret: "whsec_1", subscription, onEvent })],
  });
  const body = JSON.stringify(event);
  const signature = stripeClient.webhooks.generateTestHeaderString({ payload: body, secret: "whsec_1" });
  const answer = await auth.handler(new Request("https://shop.example.com/api/auth/stripe/webhook", { method: "POST", body, headers: { "stripe-signature": signature } }));
  console.log(`${title}: Stripe hears ${answer.status}, the subscription is ${db.subscription[0].status}`);
};
const throws = async () => Promise.reject(new Error("no mail server"));
await deliver("all goes well");
await deliver("the database is away", { isAway: true });
await deliver("onSubscriptionComplete throws", { onSubscriptionComplete: throws });
await deliver("onEvent throws", { onEvent: throws });
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
all goes well: Stripe hears 200, the subscription is active
the database is away: Stripe hears 200, the subscription is incomplete
onSubscriptionComplete throws: Stripe hears 200, the subscription is active
onEvent throws: Stripe hears 400, the subscription is active
TEXT
