#!/usr/bin/env bash
# mingo 7.2.7 (npm), MongoDB's queries in memory, as tests and browsers use them. $inc of an amount that is a text, "50.00", changes nothing and has no error, while MongoDB refuses it: the
# gift card is sold, and its value stays. $sum leaves such amounts out, as MongoDB does. $trunc to two decimals takes a cent from 300 of the whole cents from 0.01
# to 99.99, such as 0.29 and 1.13. $toDecimal gives a float.
# Safe: cents as integers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mingo@7.2.7 >/dev/null
cat >shop.cjs <<'JS'
const { Aggregator } = require("mingo");
const { update } = require("mingo/updater");
for (const value of ["50.00", 50]) {
  const card = { _id: "G-1", value };
  const changed = update(card, { $inc: { value: 25 } });
  console.log(`$inc of ${JSON.stringify(value)} by 25: ${JSON.stringify(card.value)}, changed ${JSON.stringify(changed)}`);
}
const computed = (expression, value) => new Aggregator([{ $project: { _id: 0, seen: expression } }]).run([{ value }])[0].seen;
let wrong = 0;
for (let cents = 1; cents < 10_000; cents++) if (computed({ $trunc: ["$value", 2] }, cents / 100) !== cents / 100) wrong++;
console.log(`$trunc: 0.29 is ${computed({ $trunc: ["$value", 2] }, 0.29)}, wrong ${wrong}`);
console.log(`$sum of "50.00" and 1: ${new Aggregator([{ $group: { _id: null, seen: { $sum: "$value" } } }]).run([{ value: "50.00" }, { value: 1 }])[0].seen}`);
console.log(`0.1 and 0.2 as $toDecimal: ${computed({ $add: [{ $toDecimal: "0.1" }, { $toDecimal: "0.2" }] }, 0)}`);
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
$inc of "50.00" by 25: "50.00", changed []
$inc of 50 by 25: 75, changed ["value"]
$trunc: 0.29 is 0.28, wrong 300
$sum of "50.00" and 1: 1
0.1 and 0.2 as $toDecimal: 0.30000000000000004
TEXT
