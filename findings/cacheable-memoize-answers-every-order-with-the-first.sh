#!/usr/bin/env bash
# @cacheable/memoize 2.0.3 (npm, 1,450,000 downloads a month), as npm installs it today, with @cacheable/utils 2.5.0: each call of a wrapped function is answered with
# the first call's result, whatever the arguments are. A query of the order A-2 gives A-1's order. Its key has the hash of the arguments, which
# @cacheable/utils makes by a promise from 2.3.0 on, so each key is "[object Promise]". cacheable 2.5.0 (20,000,000), which wraps by itself, looks at the arguments,
# but two functions without names on one cache share their keys: the query of a refund gives the order.
# Safe: createKey: (run, [reference]) => `order ${reference}`, or keep @cacheable/utils below 2.3.0 by "overrides".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix today @cacheable/memoize@2.0.3 @cacheable/utils@2.5.0 cacheable@2.5.0 >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --prefix before @cacheable/memoize@2.0.3 @cacheable/utils@2.2.0 >/dev/null
cat >shop.cjs <<'JS'
const cache = () => Object.assign(new Map(), { emit: () => {} });
const query = async (merchant, reference) => `the order ${reference} of ${merchant}`;
const createKey = (run, [merchant, reference]) => `order ${merchant} ${reference}`;
(async () => {
  for (const [when, options] of [["before", {}], ["today", {}], ["today", { createKey }]]) {
    const { wrap } = require(`./${when}/node_modules/@cacheable/memoize`);
    const remembered = wrap(query, { ttl: "1h", cache: cache(), ...options });
    const answers = [await remembered("shop", "A-1"), await remembered("shop", "A-2"), await remembered("inn", "B-7")];
    console.log(when.padEnd(6), options.createKey ? "with createKey:" : "as it is:", answers.join("; "));
  }
  const { Cacheable } = require("./today/node_modules/cacheable");
  const shared = new Cacheable();
  const findOrder = shared.wrap(async (reference) => `order ${reference}`, { ttl: "1h" });
  const findRefund = shared.wrap(async (reference) => `refund ${reference}`, { ttl: "1h" });
  console.log("cacheable:", await findOrder("A-1"), "-", await findOrder("A-2"), "- the refund of A-1:", await findRefund("A-1"));
  process.exit();
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
before as it is: the order A-1 of shop; the order A-2 of shop; the order B-7 of inn
today  as it is: the order A-1 of shop; the order A-1 of shop; the order A-1 of shop
today  with createKey: the order A-1 of shop; the order A-2 of shop; the order B-7 of inn
cacheable: order A-1 - order A-2 - the refund of A-1: order A-1
TEXT
