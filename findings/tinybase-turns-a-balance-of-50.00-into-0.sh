#!/usr/bin/env bash
# tinybase 10.0.1 (npm, a store of a browser that works offline). With the schema { type: "number", default: 0 }, a new balance that is the text "50.00", as payment services answer it, is replaced by
# the default: a card of 100 has 0. Null and a BigInt do the same; without a default the old balance stays. No error, but for a listener of invalid cells.
# Without a schema a sum adds "50.00" and "19.99", and leaves "1,234.50" out. Two tabs that are offline and spend 60 and 30 of 100 leave 70 or 40, never 10.
# Safe: no default for money; addInvalidCellListener; spent amounts as rows of their own, whose sum is the balance.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts tinybase@10.0.1 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import { createMergeableStore, createMetrics, createStore } from "tinybase";
const cell = ["cards", "G-1", "balance"];
for (const [name, schema] of [["with a default", { type: "number", default: 0 }], ["without", { type: "number" }]])
  for (const balance of [50, "50.00", null, 5000n]) {
    const store = createStore().setTablesSchema({ cards: { balance: schema } }).setCell(...cell, 100);
    console.log(`${name}, ${typeof balance} ${balance}: ${store.setCell(...cell, balance).getCell(...cell)}`);
  }
const orders = createStore().setTable("orders", { a: { amount: "50.00" }, b: { amount: "19.99" }, c: { amount: "1,234.50" } });
console.log(`sum of 50.00, 19.99 and 1,234.50: ${createMetrics(orders).setMetricDefinition("sum", "orders", "sum", "amount").getMetric("sum")}`);
const [till, phone] = [createMergeableStore("till"), createMergeableStore("phone")];
phone.merge(till.setCell(...cell, 100));
till.setCell(...cell, 100 - 60);
phone.setCell(...cell, 100 - 30);
till.merge(phone);
const left = till.getCell(...cell);
console.log(`100, of which 60 and 30 are spent offline: ${left === phone.getCell(...cell) && [40, 70].includes(left) ? "40 or 70" : left}`);
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
with a default, number 50: 50
with a default, string 50.00: 0
with a default, object null: 0
with a default, bigint 5000: 0
without, number 50: 50
without, string 50.00: 100
without, object null: 100
without, bigint 5000: 100
sum of 50.00, 19.99 and 1,234.50: 69.99
100, of which 60 and 30 are spent offline: 40 or 70
TEXT
