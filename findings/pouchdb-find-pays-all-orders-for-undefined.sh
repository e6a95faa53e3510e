#!/usr/bin/env bash
# pouchdb-find 9.0.0 (npm). A notification whose reference is undefined finds all orders: find({ selector: { reference: undefined } }) drops the condition, and with two conditions
# only the other one counts. A shop that marks what it found has paid them all. Without a limit the answer ends after 25 documents, so that the sum of a day of 60 payments has 25 of them.
# An amount above 20 finds each text, "9.00" too; below 20 finds null as well. No error.
# Safe: refuse a reference that is no text before the query; get(_id) instead of find; limit: Number.MAX_SAFE_INTEGER for sums; cents as numbers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts pouchdb-core@9.0.0 pouchdb-adapter-memory@9.0.0 pouchdb-find@9.0.0 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import PouchDB from "pouchdb-core";
import memory from "pouchdb-adapter-memory";
import find from "pouchdb-find";
PouchDB.plugin(memory).plugin(find);
const shop = new PouchDB("shop", { adapter: "memory" });
for (const field of ["reference", "status", "amount", "day"]) await shop.createIndex({ index: { fields: [field] } });
await shop.bulkDocs([["A-1", "OPEN", "9.00"], ["A-2", "OPEN", "100.00"], ["A-3", "PAID", 30], ["A-4", "PAID", null]].map(([reference, status, amount]) => ({ _id: reference, reference, status, amount })));
const found = async (selector, field = "reference") => (await shop.find({ selector })).docs.map((order) => JSON.stringify(order[field])).sort().join(" ");
const notification = {};
console.log(`A-1: ${await found({ reference: "A-1" })}`);
console.log(`undefined: ${await found({ reference: notification.reference })}`);
console.log(`undefined and OPEN: ${await found({ reference: notification.reference, status: "OPEN" })}`);
console.log(`above 20: ${await found({ amount: { $gt: 20 } }, "amount")}`);
console.log(`below 20: ${await found({ amount: { $lt: 20 } }, "amount")}`);
await shop.bulkDocs(Array.from({ length: 60 }, () => ({ day: "2026-11-30", amount: 10 })));
const { docs } = await shop.find({ selector: { day: "2026-11-30" } });
console.log(`a day of 60 payments of 10: ${docs.reduce((sum, { amount }) => sum + amount, 0)}`);
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
A-1: "A-1"
undefined: "A-1" "A-2" "A-3" "A-4"
undefined and OPEN: "A-1" "A-2"
above 20: "100.00" "9.00" 30
below 20: null
a day of 60 payments of 10: 250
TEXT
