#!/usr/bin/env bash
# @foadonis/shopkeeper 1.0.1 (npm), Stripe's subscriptions for AdonisJS. What Stripe notifies of a subscription takes over its trial's end once: a trial that support makes two weeks longer ends in the shop on its old day,
# and the shopper is locked out though Stripe asks for nothing yet. One that is ended early, and paid from then on, stays a trial in the shop. A notification of a change that overtakes that of the creation, which Stripe
# warns of, makes a subscription of no user; that of the creation then meets the unique stripe_id of its own table, each time that Stripe sends it again, and the shopper who paid has nothing.
# Safe: read trial_end in a listener of your own for stripe:customer.subscription.updated.
# Only the listener is run; the framework around it is a stand-in.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @foadonis/shopkeeper@1.0.1 luxon@3.7.2 >/dev/null
mkdir -p node_modules/@adonisjs/core
echo '{ "type": "module", "exports": "./index.js" }' >node_modules/@adonisjs/core/package.json
echo 'export const inject = () => (Type) => Type;' >node_modules/@adonisjs/core/index.js
echo 'export class Shopkeeper {}' >node_modules/@foadonis/shopkeeper/build/src/shopkeeper.js
cat >shop.mjs <<'JS'
const handlers = "./node_modules/@foadonis/shopkeeper/build/src/handlers";
const [{ default: Created }, { default: Updated }] = await Promise.all(["created", "updated"].map((kind) => import(`${handlers}/customer_subscription_${kind}_listener.js`)));
const kept = [];
const items = { createMany: async () => {}, updateOrCreate: async () => {}, query: () => ({ delete: () => ({ whereNotIn: async () => {} }) }) };
class Subscription {
  related = () => items;
  onTrial = () => false;
  save = async () => kept.includes(this) || kept.push(this);
}
const user = { id: 7, load: async () => (user.subscriptions = kept.filter(({ userId }) => userId === 7)), save: async () => {} };
user.related = () => ({
  create: async (row) => {
    if (kept.some(({ stripeId }) => stripeId === row.stripeId)) throw new Error("stripe_id is unique");
    return kept[kept.push(Object.assign(new Subscription(), row, { userId: 7 })) - 1];
  },
  query: () => ({ where: (_, id) => ({ first: async () => kept.find(({ userId, stripeId }) => userId === 7 && stripeId === id) }) }),
});
const shopkeeper = { findBillable: async () => user, subscriptionModel: Subscription };
const day = (text) => Date.parse(`${text}T00:00:00Z`) / 1000;
const notify = (Listener, status, trialEnd) =>
  new Listener(shopkeeper).handle({ data: { object: { id: "sub_1", customer: "cus_1", status, metadata: {}, trial_end: trialEnd && day(trialEnd), items: { data: [{ id: "si_1", price: { id: "p", product: "pr" }, quantity: 1 }] } } } });
const told = (name) => console.log(`${name}: ${kept.map(({ userId, stripeStatus, trialEndsAt }) => `${stripeStatus} of user ${userId}, trial to ${trialEndsAt?.toUTC().toISODate() ?? "none"}`).join("; ")}`);
await notify(Created, "trialing", "2026-12-07");
told("a trial to December 7");
await notify(Updated, "trialing", "2026-12-21");
told("made longer, to the 21st");
await notify(Updated, "active", "2026-12-01");
told("ended on the 1st instead, and paid");
kept.length = 0;
await notify(Updated, "active");
const refused = await notify(Created, "incomplete").catch(({ message }) => message);
told(`the change before the creation (${refused})`);
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
a trial to December 7: trialing of user 7, trial to 2026-12-07
made longer, to the 21st: trialing of user 7, trial to 2026-12-07
ended on the 1st instead, and paid: active of user 7, trial to 2026-12-07
the change before the creation (stripe_id is unique): active of user undefined, trial to none
TEXT
