#!/usr/bin/env bash
# json-logic-js 2.0.5 (npm), rules for discounts and totals. "*" and "+" read a text up to its first comma: two pieces at "1,234.50" are 2, and a cart of "1,234.50", "50.00" and "19.99" is 70.99; "-" of the same text is
# NaN. An order without an amount is below 100, so that a rule for small orders lets it pass. No error.
# json-logic-engine 5.0.7 throws for the first two.
# Safe: cents as numbers; a rule with "missing" before the sum.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts json-logic-js@2.0.5 json-logic-engine@5.0.7 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import { LogicEngine } from "json-logic-engine";
import jsonLogic from "json-logic-js";
const engine = new LogicEngine();
const rules = {
  "two at 1,234.50": { "*": [{ var: "price" }, 2] },
  "a cart of 1,234.50, 50.00 and 19.99": { reduce: [{ var: "cart" }, { "+": [{ var: "accumulator" }, { var: "current" }] }, 0] },
  "1,234.50 less 50.00": { "-": [{ var: "price" }, "50.00"] },
  "no amount is below 100": { "<": [{ var: "amount" }, 100] },
};
const order = { price: "1,234.50", cart: ["1,234.50", "50.00", "19.99"] };
for (const [name, rule] of Object.entries(rules)) {
  let other;
  try {
    other = engine.run(rule, order);
  } catch {
    other = "refused";
  }
  console.log(`${name}: ${jsonLogic.apply(rule, order)}, by json-logic-engine ${other}`);
}
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
two at 1,234.50: 2, by json-logic-engine refused
a cart of 1,234.50, 50.00 and 19.99: 70.99, by json-logic-engine refused
1,234.50 less 50.00: NaN, by json-logic-engine refused
no amount is below 100: true, by json-logic-engine true
TEXT
