#!/usr/bin/env bash
# flat 6.0.1 (npm), flatten and unflatten, such as for one update of many members or a table of orders. A key of digits makes a list: { 51, A-1 } comes back as a list of 52 entries with A-1 as a member, which its JSON leaves
# out: the order A-1 is gone, and the order 51 stands behind 51 times null. Beside an order A, the order A.1 is gone. No error.
# Safe: unflatten(…, { object: true }) and a delimiter that no reference has; a list of { reference, … }.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts flat@6.0.1 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import { flatten, unflatten } from "flat";
const read = (orders, options) => JSON.parse(JSON.stringify(unflatten(flatten({ orders }, options), { ...options, object: options?.delimiter !== undefined }))).orders;
for (const [name, orders] of Object.entries({ "51 and A-1": { 51: "PAID", "A-1": "PAID" }, "A and A.1": { A: "PAID", "A.1": "OPEN" }, "2 and 3": { 2: "PAID", 3: "OPEN" } })) {
  const seen = read(orders);
  console.log(`${name}: ${Array.isArray(seen) ? `a list of ${seen.length}, of which ${seen.filter(Boolean).length} are orders` : JSON.stringify(seen)}`);
  console.log(`${name}, as objects and with a delimiter: ${JSON.stringify(read(orders, { delimiter: "\t" }))}`);
}
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
51 and A-1: a list of 52, of which 1 are orders
51 and A-1, as objects and with a delimiter: {"51":"PAID","A-1":"PAID"}
A and A.1: {"A":"PAID"}
A and A.1, as objects and with a delimiter: {"A":"PAID","A.1":"OPEN"}
2 and 3: a list of 4, of which 2 are orders
2 and 3, as objects and with a delimiter: {"2":"PAID","3":"OPEN"}
TEXT
