#!/usr/bin/env bash
# @cloudcommerce/app-loyalty-points 2.63.2 (npm, E-Com Plus of Brazil). A shopper's points stand in entries, one for each order that earned some. Points are
# taken by the entry's place among the entries that are used, not in the shopper's list: behind an entry that is used up already, the 50 points of
# the second entry stay and pay the next order, too. When an order is cancelled, points of the shopper's first entry are not given back,
# and those of any other are. Its store's API and Firestore are stand-ins in memory.
# Safe: count the points of an order by your own books, and read an entry after it was changed.
# Needs Node.js 22.15 or newer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @ecomplus/utils@1.5.0-rc.6 >/dev/null
tar -xzf "$(npm pack --silent @cloudcommerce/app-loyalty-points@2.63.2)" && mv package/lib points && echo '{"type":"module"}' >points/package.json
cat >shop.mjs <<'JS'
import { registerHooks } from "node:module";
const stands = {
  "@cloudcommerce/api": "export default globalThis.store;",
  "firebase-admin/firestore": "export const getFirestore = () => globalThis.firestore; export const Timestamp = { now: () => 0 };",
  "@cloudcommerce/firebase/lib/config": "export const logger = console.silent; export default {};",
};
console.silent = { info() {}, warn() {}, error() {} };
registerHooks({
  resolve: (name, context, next) => (name in stands ? { url: `data:text/javascript,${encodeURIComponent(stands[name])}`, shortCircuit: true } : next(name, context)),
});
let entries;
globalThis.store = {
  get: async (path) => ({ data: structuredClone(path.endsWith("entries") ? entries : path.startsWith("customers") ? { loyalty_points_entries: entries } : {}) }),
  patch: async (path, change) => { Object.assign(entries[Number(path.split("/").at(-1))], change); },
  post: async () => ({}),
};
const docs = new Map();
const at = (path) => ({
  get: async () => ({ exists: docs.has(path), get: (name) => docs.get(path)[name] }),
  set: async (value) => docs.set(path, structuredClone(value)),
  delete: async () => docs.delete(path),
});
globalThis.firestore = { doc: at, collection: (name) => ({ doc: (id) => at(`${name}/${id}`) }) };
const { default: pay } = await import("./points/loyalty-create-transaction.js");
const { default: onOrder } = await import("./points/util/handle-loyalty-points-event.js");
const rules = [{ name: "Points", program_id: "p", ratio: 1 }];
const spend = async (order_id) => {
  const params = { payment_method: { code: "loyalty_points" }, loyalty_points_applied: { p: 50 }, amount: { total: 50 }, buyer: { customer_id: "1" }, order_id };
  const { transaction } = await pay({ application: { data: { programs_rules: rules } }, params });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  console.log("  order", order_id, "is", transaction.status.current, "- points left:", ...entries.map(({ active_points }) => active_points));
};
const cancel = async (order_id) => {
  await onOrder({ _id: order_id, financial_status: { current: "voided" }, buyers: [{ _id: "1" }], amount: {}, transactions: [] }, rules);
  console.log("  order", order_id, "is cancelled - points left:", ...entries.map(({ active_points }) => active_points));
};
const entry = (name, active_points) => ({ name, program_id: "p", ratio: 1, active_points });
console.log("50 points behind a used entry:");
entries = [entry("first", 0), entry("second", 50)];
for (const order of ["A-1", "A-2"]) await spend(order);
console.log("50 points in the only entry:");
entries = [entry("first", 50)];
await spend("A-3");
await cancel("A-3");
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
50 points behind a used entry:
  order A-1 is authorized - points left: 0 50
  order A-2 is authorized - points left: 0 50
50 points in the only entry:
  order A-3 is authorized - points left: 0
  order A-3 is cancelled - points left: 0
TEXT
