#!/usr/bin/env bash
# @nozbe/watermelondb 0.28.0 (npm), the orders of a shop's app: what comes from the server by a sync is made to fit the schema. An amount "50.00" becomes 0, a reference 51 an empty text, and refunded: "true" false, without an
# error or a log. An id 51 that is a number gets a random one, so that no later sync finds it. What is optional becomes null.
# Safe: the schema's own types in what the sync's pullChanges returns, ids as texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @nozbe/watermelondb@0.28.0 >/dev/null
cat >sync.cjs <<'JS'
const { tableSchema } = require("@nozbe/watermelondb");
// The function through which each record of a sync goes.
const { sanitizedRaw } = require("@nozbe/watermelondb/RawRecord");
const fee = { name: "fee", type: "number", isOptional: true };
const orders = tableSchema({ name: "orders", columns: [{ name: "reference", type: "string" }, { name: "amount", type: "number" }, fee, { name: "refunded", type: "boolean" }] });
const answers = [
  { id: "51", reference: "A-1", amount: 19.99, fee: 0.5, refunded: true },
  { id: "52", reference: 51, amount: "50.00", fee: "0.50", refunded: "true" },
  { id: 53, reference: "A-3", amount: 5, fee: 0, refunded: false },
];
for (const answer of answers) {
  const { id, reference, amount, fee: kept, refunded } = sanitizedRaw(answer, orders);
  console.log(`${JSON.stringify(answer)}: id ${id === String(answer.id) ? "kept" : "random"}, reference "${reference}", amount ${amount}, fee ${kept}, refunded ${refunded}`);
}
JS
node sync.cjs | tee seen
diff seen - <<'TEXT'
{"id":"51","reference":"A-1","amount":19.99,"fee":0.5,"refunded":true}: id kept, reference "A-1", amount 19.99, fee 0.5, refunded true
{"id":"52","reference":51,"amount":"50.00","fee":"0.50","refunded":"true"}: id kept, reference "", amount 0, fee null, refunded false
{"id":53,"reference":"A-3","amount":5,"fee":0,"refunded":false}: id random, reference "A-3", amount 5, fee 0, refunded false
TEXT
