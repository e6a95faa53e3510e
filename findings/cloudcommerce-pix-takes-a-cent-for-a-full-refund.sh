#!/usr/bin/env bash
# @cloudcommerce/app-pix 2.63.2 (npm, Brazil), its webhook. An order of 50.00 of which 0.01 was given back is told to the shop as "refunded". One of 20.00 that a shopper paid with 100.00 and got back whole
# stays "paid", as amounts are compared as texts.
# @cloudcommerce/app-affiliate-program 2.63.2: the points for an order stay when the order is refunded, and two messages of one paid order at once give them twice.
# Needs Node.js 22.15. Safe: the sum of devolucoes as a number against valor.original; a transaction of Firestore around the points, and a negative entry on "refunded".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for app in pix affiliate-program; do
  tar -xzf "$(npm pack --silent @cloudcommerce/app-$app@2.63.2)" && mv package/lib "$app" && rm -r package && echo '{"type":"module"}' >"$app/package.json"
done
# The apps' own code with a store, a bank and Firestore that are kept in memory.
cat >shop.mjs <<'JS'
import { registerHooks } from "node:module";
const stands = {
  "@cloudcommerce/api": "export default globalThis.store;",
  "@cloudcommerce/firebase/lib/init": "",
  "@cloudcommerce/firebase/lib/config": "export default { get: () => ({ httpsFunctionOptions: { region: 'r' } }) };",
  "firebase-admin/firestore": "export const getFirestore = () => globalThis.firestore; export const Timestamp = { fromDate: () => 0 };",
  "firebase-functions/logger": "export const log = () => {}; export const error = () => {};",
  "firebase-functions/v1": "const https = { onRequest: (handler) => handler }; export const region = () => ({ runWith: () => ({ https }) }); export const logger = { info() {}, warn() {}, error: console.error };",
  "./functions-lib/pix-auth/construtor.js": "export default class { preparing = Promise.resolve(); axios = { get: async () => ({ data: globalThis.charge }) }; }",
  "./functions-lib/get-certificate.js": "export default async () => '';",
};
registerHooks({ resolve: (name, context, next) => (name in stands ? { url: `data:text/javascript,${encodeURIComponent(stands[name])}`, shortCircuit: true } : next(name, context)) });
let posted = [];
globalThis.store = { get: async (path) => ({ data: path.endsWith("buyer") ? { enabled: true, affiliate_code: "friend", doc_number: "1" } : { enabled: true, doc_number: "2" } }), post: async (path, entry) => void posted.push(entry) };
const docs = new Map();
const setup = { exists: true, get: () => ({ certificate: "c" }), ref: { set: async () => {} } };
globalThis.firestore = {
  collection: () => ({
    where: () => ({ limit: () => ({ get: async () => ({ empty: false, docs: [setup] }) }) }),
    doc: (id) => ({ get: async () => ({ exists: docs.has(id) }), set: async (value) => docs.set(id, value) }),
  }),
};
const { pix } = await import("./pix/pix-webhook.js");
async function show(name, original, valor, ...givenBack) {
  posted = [];
  globalThis.charge = { status: "CONCLUIDA", valor: { original }, infoAdicionais: [{ nome: "ecom_order_id", valor: "A-1" }], pix: [{ valor, devolucoes: givenBack.map((valor) => ({ valor, status: "DEVOLVIDO" })) }] };
  await new Promise((resolve) => pix.webhook({ method: "POST", url: "/rand", body: { pix: [{ endToEndId: "E1", txid: "T1" }] } }, { sendStatus: resolve }));
  console.log(`${name}: ${posted.map(({ status }) => status).join(", ")}`);
}
await show("50.00 paid", "50.00", "50.00");
await show("50.00 paid, 0.01 given back", "50.00", "50.00", "0.01");
await show("9.00 paid and given back", "9.00", "9.00", "9.00");
await show("100.00 paid for 20.00 and given back", "20.00", "100.00", "100.00");
const { default: onEvent } = await import("./affiliate-program/events-to-affiliate-program.js");
const told = (_id, current) => onEvent({ evName: `orders-${current}`, apiEvent: { resource_id: _id }, apiDoc: { _id, amount: { subtotal: 100 }, financial_status: { current }, buyers: [{ _id: "buyer" }] }, app: { data: { points_on_referral: 10 } } });
posted = [];
await told("A-2", "paid");
await told("A-2", "paid");
await told("A-2", "refunded");
console.log(`an order that is refunded: ${posted.reduce((sum, { earned_points }) => sum + earned_points, 0)} points`);
posted = [];
await Promise.all([told("A-3", "paid"), told("A-3", "paid")]);
console.log(`two messages at once: ${posted.reduce((sum, { earned_points }) => sum + earned_points, 0)} points for 10`);
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
50.00 paid: paid
50.00 paid, 0.01 given back: refunded
9.00 paid and given back: refunded
100.00 paid for 20.00 and given back: paid
an order that is refunded: 10 points
two messages at once: 20 points for 10
TEXT
