#!/usr/bin/env bash
# A query of orders, find(merchant, reference), that is remembered. p-memoize 9.0.0 (npm, 4,500,000 downloads a month), mem 10.0.0, memoize 11.0.0 and lodash.memoize
# 4.1.2 look at the first argument alone, as they say: the query of A-2 gives the order A-1. @keyvhq/memoize 2.2.7 (160,000) makes texts of objects, too,
# so that find({ reference }) gives A-1's order for all. es-toolkit's memoize hands on the first argument alone: the reference is undefined.
# A lost answer of the first query is kept for ever by all but p-memoize and @keyvhq/memoize.
# Safe: one text as the argument, `${merchant} ${reference}`, and never remember OPEN.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts p-memoize@9.0.0 mem@10.0.0 memoize@11.0.0 lodash.memoize@4.1.2 @keyvhq/memoize@2.2.7 es-toolkit@1.53.2 >/dev/null
cat >shop.mjs <<'JS'
import keyv from "@keyvhq/memoize";
import { memoize as toolkit } from "es-toolkit";
import lodash from "lodash.memoize";
import mem from "mem";
import memoize from "memoize";
import pMemoize from "p-memoize";
for (const [name, remember] of Object.entries({ "p-memoize": pMemoize, mem, memoize, "lodash.memoize": lodash, "@keyvhq/memoize": keyv, "es-toolkit": toolkit })) {
  const byTwo = remember(async (merchant, reference) => reference);
  await byTwo("shop", "A-1");
  const two = await byTwo("shop", "A-2");
  const byObject = remember(async ({ reference }) => reference);
  await byObject({ reference: "A-1" });
  const object = await byObject({ reference: "A-2" });
  let calls = 0;
  const lost = remember(async () => { calls += 1; if (calls === 1) throw new Error("lost"); return "PAID"; });
  await lost("A-1").catch(() => {});
  const again = await lost("A-1").catch(({ message }) => message);
  console.log(name.padEnd(15), "by two arguments:", String(two).padEnd(9), "by an object:", object, "after a lost answer:", again);
}
process.exit();
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
p-memoize       by two arguments: A-1       by an object: A-2 after a lost answer: PAID
mem             by two arguments: A-1       by an object: A-2 after a lost answer: lost
memoize         by two arguments: A-1       by an object: A-2 after a lost answer: lost
lodash.memoize  by two arguments: A-1       by an object: A-2 after a lost answer: lost
@keyvhq/memoize by two arguments: A-1       by an object: A-1 after a lost answer: PAID
es-toolkit      by two arguments: undefined by an object: A-2 after a lost answer: lost
TEXT
