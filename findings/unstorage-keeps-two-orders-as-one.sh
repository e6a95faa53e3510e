#!/usr/bin/env bash
# unstorage 1.17.6 (npm, the store of Nitro and Nuxt). A key ends at its question mark, and a slash is a colon: the orders A?1 and A?2 have one record, as have 2026/0051 and 2026:0051. The second
# payment overwrites the first, and a look-up of the first answers the second. A value that is a text comes back as what it looks like: the reference 1E5 as 100000, 12345678 as a
# number, "50.00" as 50, "true" as a boolean, "null" as none. 0051 stays. No error.
# Safe: encodeURIComponent(reference) as the key, with its dots; an object such as { reference } as the value, or getItemRaw.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts unstorage@1.17.6 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import { createStorage } from "unstorage";
const orders = createStorage();
for (const [first, second] of [["A?1", "A?2"], ["2026/0051", "2026:0051"], ["A-1", "A-2"]]) {
  await orders.setItem(first, { paid: "50.00", order: first });
  await orders.setItem(second, { paid: "19.99", order: second });
  const { order, paid } = await orders.getItem(first);
  console.log(`${first} was paid by 50.00, and is read as ${order} of ${paid}`);
}
for (const text of ["0051", "1E5", "12345678", "50.00", "true", "null"]) {
  await orders.setItem("reference", text);
  console.log(`"${text}": ${JSON.stringify(await orders.getItem("reference"))}`);
}
await orders.setItem("reference", { reference: "1E5" });
console.log(`in an object: ${JSON.stringify(await orders.getItem("reference"))}`);
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
A?1 was paid by 50.00, and is read as A?2 of 19.99
2026/0051 was paid by 50.00, and is read as 2026:0051 of 19.99
A-1 was paid by 50.00, and is read as A-1 of 50.00
"0051": "0051"
"1E5": 100000
"12345678": 12345678
"50.00": 50
"true": true
"null": null
in an object: {"reference":"1E5"}
TEXT
