#!/usr/bin/env bash
# json-diff-ts 4.10.4 (npm), diff and applyChangeset of an order whose lines are told apart by embeddedObjKeys, such as { items: "product" }. Two lines of one product, of sizes 42 and 38: a change of size 38 is applied to
# size 42, one of size 42 is not seen, and neither is a second equal line. No error.
# jsondiffpatch 0.7.7 with an objectHash, fast-json-patch 3.1.1, rfc6902 5.4.0 and deep-diff 1.0.2 get each of 4096 pairs of such orders right.
# Safe: the id of the line as the key; "$index".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts json-diff-ts@4.10.4 jsondiffpatch@0.7.7 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import { applyChangeset, diff } from "json-diff-ts";
import { create } from "jsondiffpatch";
const line = (product, size, quantity) => ({ product, size, quantity });
const order = { items: [line("shoe", 42, 1), line("shoe", 38, 1)] };
const others = {
  "three of size 38": { items: [line("shoe", 42, 1), line("shoe", 38, 3)] },
  "three of size 42": { items: [line("shoe", 42, 3), line("shoe", 38, 1)] },
  "a line more": { items: [...order.items, line("shoe", 38, 1)] },
};
const text = ({ items }) => items.map(({ size, quantity }) => `${quantity} of ${size}`).join(", ");
const byHash = create({ objectHash: ({ product }) => product });
for (const [name, after] of Object.entries(others)) {
  for (const key of ["product", "$index"]) console.log(`${name}, json-diff-ts by ${key}: ${text(applyChangeset(structuredClone(order), diff(order, after, { embeddedObjKeys: { items: key } })))}`);
  console.log(`${name}, jsondiffpatch: ${text(byHash.patch(structuredClone(order), byHash.diff(order, after)))}`);
}
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
three of size 38, json-diff-ts by product: 3 of 42, 1 of 38
three of size 38, json-diff-ts by $index: 1 of 42, 3 of 38
three of size 38, jsondiffpatch: 1 of 42, 3 of 38
three of size 42, json-diff-ts by product: 1 of 42, 1 of 38
three of size 42, json-diff-ts by $index: 3 of 42, 1 of 38
three of size 42, jsondiffpatch: 3 of 42, 1 of 38
a line more, json-diff-ts by product: 1 of 42, 1 of 38
a line more, json-diff-ts by $index: 1 of 42, 1 of 38, 1 of 38
a line more, jsondiffpatch: 1 of 42, 1 of 38, 1 of 38
TEXT
