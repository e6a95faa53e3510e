#!/usr/bin/env bash
# apache-arrow 21.2.0 (npm), tableFromJSON: the first row says what a column holds. If its order is 1001 as a number, the order A-2 below it is null and 0051 is
# 51. An amount of "1,234.50" below 19.99 is null, too. `refunded: "yes"` below false is false, the lines of an order below one without lines are null,
# and a member that the first object hasn't is left out. Nothing is thrown, while vectorFromArray refuses such a column.
# Safe: vectorFromArray with a type for each column, and texts for references.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts apache-arrow@21.2.0 >/dev/null
cat >table.mjs <<'JS'
import { tableFromJSON, vectorFromArray } from "apache-arrow";
const show = (rows) => console.log(JSON.stringify(tableFromJSON(rows).toArray()));
show([{ ref: 1001, amount: 19.99 }, { ref: "A-2", amount: "1,234.50" }, { ref: "0051", amount: "50.00" }]);
show([{ refunded: false }, { refunded: "yes" }]);
show([{ items: [] }, { items: [{ sku: "A", pieces: 2 }] }]);
show([{ card: { last4: "1111" } }, { card: { last4: "4242", token: "T-1" } }]);
try {
  vectorFromArray([1001, "A-2"]);
} catch (error) {
  console.log(error.message);
}
JS
node table.mjs | tee seen
diff seen - <<'TEXT'
[{"ref":1001,"amount":19.99},{"ref":null,"amount":null},{"ref":51,"amount":50}]
[{"refunded":false},{"refunded":false}]
[{"items":[]},{"items":[null]}]
[{"card":{"last4":"1111"}},{"card":{"last4":"4242"}}]
Unable to infer Vector type from input values, explicit type declaration expected.
TEXT
