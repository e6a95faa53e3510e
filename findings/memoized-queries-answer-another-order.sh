#!/usr/bin/env bash
# A query of orders is memoized, so that one page asks once. async 3.2.6's memoize and memoizee 0.4.17 with primitive make the key by turning arguments into
# text, so all objects are "[object Object]": the query of A-2 is answered with A-1's order, which is paid. memoizee, fast-memoize 2.5.2 and nano-memoize 3.0.16 look at as
# many arguments as fn.length says, and a parameter with a default doesn't count: charge("A-1", 99) is answered with charge("A-1", 50). fast-memoize's key is
# JSON, so two objects whose values are in private fields, as money classes have them, are one.
# Safe: a hasher or normalizer that gives the merchantReference, and never memoize what moves money.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts async@3.2.6 memoizee@0.4.17 fast-memoize@2.5.2 nano-memoize@3.0.16 >/dev/null
cat >shop.cjs <<'JS'
const { promisify } = require("node:util");
const async = require("async");
const memoizee = require("memoizee");
const fastMemoize = require("fast-memoize");
const { nanomemoize } = require("nano-memoize");
const query = ({ merchantReference }) => `the order ${merchantReference}`;
const charge = (merchantReference, amount = 50) => `${merchantReference} ${amount}`;
class Money {
  #cents;
  constructor(cents) {
    this.#cents = cents;
  }
  toString() {
    return String(this.#cents);
  }
}
const show = (library, first, second) => console.log(`${library}: ${first}, then ${second}`);
(async () => {
  const asked = promisify(async.memoize((order, answer) => answer(null, query(order))));
  const orders = [{ merchantReference: "A-1" }, { merchantReference: "A-2" }];
  show("async", await asked(orders[0]), await asked(orders[1]));
  const byText = memoizee(query, { primitive: true });
  show("memoizee, primitive", ...orders.map((order) => byText(order)));
  const byPlace = memoizee(query);
  show("memoizee", ...orders.map((order) => byPlace(order)));
  for (const [library, memoize] of Object.entries({ memoizee, "fast-memoize": fastMemoize, "nano-memoize": nanomemoize })) {
    const charged = memoize(charge);
    show(`${library}, a default`, charged("A-1", 50), charged("A-1", 99));
  }
  const printed = fastMemoize((money) => String(money));
  show("fast-memoize, a class", printed(new Money(5000)), printed(new Money(9900)));
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
async: the order A-1, then the order A-1
memoizee, primitive: the order A-1, then the order A-1
memoizee: the order A-1, then the order A-2
memoizee, a default: A-1 50, then A-1 50
fast-memoize, a default: A-1 50, then A-1 50
nano-memoize, a default: A-1 50, then A-1 50
fast-memoize, a class: 5000, then 5000
TEXT
