#!/usr/bin/env bash
# dexie 4.4.7 (npm, IndexedDB), update(id, { balance: add(-20) }), which takes from a gift card without reading it first. A balance that is the text "50.00" becomes 30, but "1,234.50", "HK$50.00"
# and the "50.00" of a card counted in BigInt are taken for 0: 20 is owed on a card of 1,234.50. remove(20) makes NaN of it. No error.
# above(20) of an amount finds each text, "9.00" too, and below(20) none, as IndexedDB sorts texts after numbers.
# Safe: cents as numbers, checked when they are stored; modify() with the shop's own sum.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts dexie@4.4.7 fake-indexeddb@6.2.8 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import "fake-indexeddb/auto";
import Dexie, { add, remove } from "dexie";
const shop = new Dexie("shop");
shop.version(1).stores({ cards: "id", orders: "++id,amount" });
for (const [balance, taken] of [["50.00", add(-20)], ["1,234.50", add(-20)], ["HK$50.00", add(-20)], ["1,234.50", remove(20)], ["50.00", add(-2000n)], ["5000", add(-2000n)]]) {
  await shop.cards.put({ id: 1, balance });
  await shop.cards.update(1, { balance: taken });
  console.log(`${balance}: ${(await shop.cards.get(1)).balance}`);
}
await shop.orders.bulkAdd([{ amount: "9.00" }, { amount: "100.00" }, { amount: 9 }, { amount: 30 }]);
const amounts = async (orders) => JSON.stringify((await orders.toArray()).map(({ amount }) => amount));
console.log(`above 20: ${await amounts(shop.orders.where("amount").above(20))}`);
console.log(`below 20: ${await amounts(shop.orders.where("amount").below(20))}`);
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
50.00: 30
1,234.50: -20
HK$50.00: -20
1,234.50: NaN
50.00: -2000
5000: 3000
above 20: [30,"100.00","9.00"]
below 20: [9]
TEXT
