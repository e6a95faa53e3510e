#!/usr/bin/env bash
# merge-deep 3.0.3 (npm) of an order and its update, whose amounts are of decimal.js 10, big.js 7 or bignumber.js 11. Their digits are lists, and lists are joined: 50.00 with 19.99 is 50.000001999, a Decimal that counts on. deepmerge 4.3.1
# makes a plain object with the joined digits, whose JSON is { s, e, d }. ts-deepmerge, defu, merge-anything and lodash.merge keep the newer amount.
# Safe: one of these, or { ...order, ...update }; cents as numbers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts merge-deep@3.0.3 deepmerge@4.3.1 defu@6.1.7 lodash.merge@4.6.2 decimal.js@10.6.0 big.js@7.0.1 bignumber.js@11.1.5 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import Big from "big.js";
import BigNumber from "bignumber.js";
import Decimal from "decimal.js";
import deepmerge from "deepmerge";
import { defu } from "defu";
import lodashMerge from "lodash.merge";
import mergeDeep from "merge-deep";
for (const [name, merge] of Object.entries({ "merge-deep": mergeDeep, deepmerge, "lodash.merge": (order, update) => lodashMerge({}, order, update), defu: (order, update) => defu(update, order) }))
  for (const Amount of [Decimal, Big, BigNumber]) {
    const { total } = merge({ id: "A-1", total: new Amount("50.00") }, { total: new Amount("19.99") });
    console.log(`${name}, ${Amount.name}: ${JSON.stringify(total)}${total.plus ? `, and 1 more is ${total.plus(1)}` : ""}`);
  }
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
merge-deep, Decimal: "50.000001999", and 1 more is 51.000001999
merge-deep, Big: "51.9", and 1 more is 52.9
merge-deep, BigNumber: "50.0000000000001999", and 1 more is 51.0000000000001999
deepmerge, Decimal: {"s":1,"e":1,"d":[50,19,9900000]}
deepmerge, Big: {"s":1,"e":1,"c":[5,1,9,9,9]}
deepmerge, BigNumber: {"s":1,"e":1,"c":[50,19,99000000000000]}
lodash.merge, Decimal: "19.99", and 1 more is 20.99
lodash.merge, Big: "19.99", and 1 more is 20.99
lodash.merge, BigNumber: "19.99", and 1 more is 20.99
defu, Decimal: "19.99", and 1 more is 20.99
defu, Big: "19.99", and 1 more is 20.99
defu, BigNumber: "19.99", and 1 more is 20.99
TEXT
