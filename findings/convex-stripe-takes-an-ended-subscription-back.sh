#!/usr/bin/env bash
# @convex-dev/stripe 0.1.6 (npm) with convex 1.49.0 and stripe 22.6.2 keeps a shop's subscriptions. An invoice is guarded against events that come late, a subscription isn't: if
# customer.subscription.updated arrives after customer.subscription.deleted, which Stripe allows, the ended subscription is active for ever. A
# renewal is kept as an invoice and as a single payment, too, so that its money counts twice: what tells the two apart is payment_intent.invoice,
# which Stripe's API has no more since 2025-03-31.
# Safe: subscriptions.retrieve in a handler of your own, and payments without the customers of subscriptions.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @convex-dev/stripe@0.1.6 convex@1.49.0 stripe@22.6.2 >/dev/null
cat >shop.mjs <<'JS'
const { processEvent } = await import("@convex-dev/stripe");
const functions = await import("./node_modules/@convex-dev/stripe/dist/component/private.js");
// A stand-in for Convex's tables; the functions are the package's own.
const open = () => {
  const tables = {};
  const table = (name) => (tables[name] ??= []);
  const equals = (member, value) => ({ fits: (row) => row[member] === value });
  const found = (name, rule) => table(name).filter(rule({ eq: equals }).fits);
  const query = (name) => ({ withIndex: (_, rule) => ({ unique: async () => found(name, rule)[0] ?? null, collect: async () => found(name, rule) }) });
  const patch = async (name, id, changes) => void Object.assign(table(name)[id], changes);
  const insert = async (name, row) => void table(name).push({ ...row, _id: table(name).length });
  const ctx = { runMutation: (fn, args) => fn._handler({ db: { query, patch, insert } }, args) };
  const stripe = { invoices: { retrieve: async () => invoice } };
  return { tables, hear: (type, object) => processEvent(ctx, { private: functions }, { type, data: { object } }, stripe) };
};
const items = { data: [{ quantity: 1, current_period_end: 1796000000, price: { id: "price_1" } }] };
const subscription = (status) => ({ id: "sub_1", customer: "cus_1", status, items, metadata: { userId: "u1" } });
const parent = { subscription_details: { subscription: "sub_1" } };
const invoice = { id: "in_1", customer: "cus_1", status: "paid", amount_due: 1999, amount_paid: 1999, created: 1793000000, parent };
const active = ["customer.subscription.updated", subscription("active")];
const ended = ["customer.subscription.deleted", subscription("canceled")];
for (const events of [[active, ended], [ended, active]]) {
  const shop = open();
  await shop.hear("customer.subscription.created", subscription("incomplete"));
  for (const [type, object] of events) await shop.hear(type, object);
  console.log(`${events.map(([type]) => type.split(".").pop()).join(", then ")}: ${shop.tables.subscriptions[0].status}`);
}
const shop = open();
await shop.hear("invoice.paid", invoice);
await shop.hear("payment_intent.succeeded", { id: "pi_1", customer: "cus_1", amount: 1999, currency: "hkd", status: "succeeded", created: 1793000000, metadata: {} });
const { invoices, payments } = shop.tables;
console.log(`a renewal of 19.99: ${invoices[0].amountPaid} in invoices, ${payments[0].amount} in payments`);
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
updated, then deleted: canceled
deleted, then updated: active
a renewal of 19.99: 1999 in invoices, 1999 in payments
TEXT
