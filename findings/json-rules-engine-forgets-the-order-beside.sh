#!/usr/bin/env bash
# json-rules-engine 7.3.1 (npm, 1,270,000 downloads a month), with one engine for a shop's discounts, as its examples have it. engine.stop(), by which
# one order's rule ends its own run ("no further discounts"), ends the runs of all orders that are under way: the order beside it gets no
# discount, without an error, though alone it gets one.
# Safe: an engine of its own for each run, made from the same rules, or a fact of the order instead of stop().
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts json-rules-engine@7.3.1 >/dev/null
cat >shop.cjs <<'JS'
const { Engine } = require("json-rules-engine");
const engine = new Engine();
engine.addRule({ priority: 2, conditions: { all: [{ fact: "isStaff", operator: "equal", value: true }] }, event: { type: "staff price" } });
engine.addRule({ priority: 1, conditions: { all: [{ fact: "total", operator: "greaterThan", value: 100 }] }, event: { type: "10 off" } });
engine.on("staff price", () => engine.stop());
const names = ({ events }) => events.map(({ type }) => type).join(", ") || "nothing";
const shopper = { isStaff: false, total: 150 };
(async () => {
  console.log("a shopper alone:", names(await engine.run(shopper)));
  const [staff, beside] = await Promise.all([engine.run({ isStaff: true, total: 150 }), engine.run(shopper)]);
  console.log("at once: staff,", names(staff), "- the shopper,", names(beside));
  console.log("alone again:", names(await engine.run(shopper)));
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
a shopper alone: 10 off
at once: staff, staff price - the shopper, nothing
alone again: 10 off
TEXT
