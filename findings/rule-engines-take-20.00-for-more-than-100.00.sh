#!/usr/bin/env bash
# Rules of discounts and limits over amounts that are texts, as databases and payment APIs give them. "100.00 is at least 20.00" is false in json-logic-js
# 2.0.5 (npm, 3,000,000 downloads a month) and json-rules-engine 7.3.1 (1,270,000), and "20.00 is at least 100.00" is true, as both compare by letters;
# with one number they compare by value. json-rules-engine's equal says that "100.00" isn't 100. json-logic-js adds 1,234.50 and 19.99 to 20.99,
# and finds the voucher A-1 in the text "A-10,A-2".
# Safe: make numbers (or whole cents) of all amounts of facts and rules before the engine sees them; give "in" a list, not a text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts json-rules-engine@7.3.1 json-logic-js@2.0.5 >/dev/null
cat >shop.cjs <<'JS'
const logic = require("json-logic-js");
const { Engine } = require("json-rules-engine");
const compare = async (total, operator, value) => {
  const engine = new Engine([{ conditions: { all: [{ fact: "total", operator, value }] }, event: { type: "voucher" } }]);
  return (await engine.run({ total })).events.length === 1;
};
(async () => {
  for (const [total, limit] of [["100.00", "20.00"], ["20.00", "100.00"], ["100.00", 20]]) {
    const byLogic = logic.apply({ ">=": [{ var: "total" }, limit] }, { total });
    console.log(JSON.stringify(total), "at least", JSON.stringify(limit), byLogic, await compare(total, "greaterThanInclusive", limit));
  }
  console.log('"100.00" equal 100', logic.apply({ "==": ["100.00", 100] }), await compare("100.00", "equal", 100));
  console.log('"1,234.50" + "19.99"', logic.apply({ "+": ["1,234.50", "19.99"] }));
  console.log('A-1 in "A-10,A-2"', logic.apply({ in: ["A-1", "A-10,A-2"] }));
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
"100.00" at least "20.00" false false
"20.00" at least "100.00" true true
"100.00" at least 20 true true
"100.00" equal 100 true false
"1,234.50" + "19.99" 20.99
A-1 in "A-10,A-2" true
TEXT
