#!/usr/bin/env bash
# medici 7.4.0 (npm), a double-entry ledger on MongoDB. book.balance keeps its sum as a snapshot by book, account and meta, but not by the dates of the question. After a balance of December, the balance of
# the account is December's alone, for a day or two; after a balance of the account, that of December is everything. A withdrawal that asks for what a merchant holds gets the wrong sum. A sum that
# begins at a snapshot isn't rounded. An entry of "1,234.50" books 1. The database is a stand-in that finds and adds.
# Safe: new Book(name, { balanceSnapshotSec: 0 }) where anybody asks with dates. Amounts as numbers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts medici@7.4.0 mongoose@8.24.1 >/dev/null
cat >shop.cjs <<'JS'
const { Types } = require("mongoose");
const { Book } = require("medici");
const { transactionModel } = require("medici/build/models/transaction");
const { journalModel } = require("medici/build/models/journal");
const { balanceModel } = require("medici/build/models/balance");
const [booked, snapshots] = [[], []];
const is = (value, wanted) => {
  if (!wanted || wanted.constructor !== Object) return value === wanted;
  const { $gt, $gte, $lte } = wanted;
  return !($gt && `${value}` <= `${$gt}`) && !($gte && value < $gte) && !($lte && value > $lte);
};
const member = (document, path) => path.split(".").reduce((part, name) => part[name], document);
Object.assign(transactionModel.collection, {
  insertMany: async (documents) => ({ insertedIds: documents.map((each) => booked.push({ ...each, _id: new Types.ObjectId() }) && booked.at(-1)._id) }),
  aggregate: ([{ $match: query }]) => {
    const found = booked.filter((document) => Object.entries(query).every(([path, wanted]) => is(member(document, path), wanted)));
    const sum = { balance: found.reduce((total, { credit, debit }) => total + credit - debit, 0), notes: found.length, lastTransactionId: found.at(-1)?._id };
    return { toArray: async () => (found.length ? [sum] : []) };
  },
});
journalModel.collection.insertOne = async () => ({});
balanceModel.collection.insertOne = async (document) => ({ acknowledged: !!snapshots.push(document) });
balanceModel.collection.findOne = async ({ key }) => snapshots.findLast((each) => each.key === key) ?? null;
const account = "Sales";
const december = { account, start_date: "2026-12-01", end_date: "2026-12-31" };
const sell = (book, amount, day) => book.entry("order", day).credit(account, amount).debit("Cash", amount).commit();
const shown = async (book, query) => `${query === december ? "December" : "all"} ${(await book.balance(query)).balance}`;
(async () => {
  for (const [name, first, second] of [["a", december, { account }], ["b", { account }, december]]) {
    const book = new Book(name);
    await sell(book, 200, new Date("2026-11-10"));
    await sell(book, 100, new Date("2026-12-10"));
    console.log(`200 in November, 100 in December: ${await shown(book, first)}, then ${await shown(book, second)}`);
  }
  const exact = new Book("c", { balanceSnapshotSec: 0 });
  await sell(exact, 200, new Date("2026-11-10"));
  await sell(exact, 100, new Date("2026-12-10"));
  console.log(`without snapshots: ${await shown(exact, december)}, then ${await shown(exact, { account })}`);
  const cents = new Book("d");
  await sell(cents, 0.1);
  await cents.balance({ account });
  await sell(cents, 0.2);
  console.log(`0.1, asked for, then 0.2: ${await shown(cents, { account })}`);
  const text = new Book("e");
  await sell(text, "1,234.50");
  console.log(`"1,234.50": ${await shown(text, { account })}`);
  process.exit();
})();
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
200 in November, 100 in December: December 100, then all 100
200 in November, 100 in December: all 300, then December 300
without snapshots: December 100, then all 300
0.1, asked for, then 0.2: all 0.30000000000000004
"1,234.50": all 1
TEXT
