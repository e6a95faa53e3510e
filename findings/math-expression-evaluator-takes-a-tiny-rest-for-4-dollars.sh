#!/usr/bin/env bash
# math-expression-evaluator 2.0.7 (npm, 9,400,000 downloads a month), for a shop's price formulas. JavaScript writes small and large numbers with an e, which it
# takes for Euler's number: what is left of a sum after a refund, such as 0.1 + 0.2 - 0.3, which is 5.55e-17, is -1.91, so that a bill of "50 + rest" is
# 48.09. 1e-7 is -4.28, and 1e21 fen are 57. expr-eval 2.0.2 reads all of them, but compares amounts that are texts by letters, and jexl 2.3.0 glues them.
# Safe: round, and write amounts with toFixed(2) before they become a part of a formula; give numbers to the others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts math-expression-evaluator@2.0.7 expr-eval@2.0.2 jexl@2.3.0 >/dev/null
cat >shop.cjs <<'JS'
const Mexp = require("math-expression-evaluator");
const { Parser } = require("expr-eval");
const { Jexl } = require("jexl");
const evaluator = new (Mexp.default ?? Mexp)();
for (const rest of [0.01, 0.1 + 0.2 - 0.3, 1e-7, 1e21]) {
  console.log(`50 + ${rest}`.padEnd(27), evaluator.eval(`50 + ${rest}`), "expr-eval:", Parser.evaluate(`50 + ${rest}`));
}
const order = { total: "100.00", limit: "20.00" };
console.log("100.00 at least 20.00, as texts: expr-eval", Parser.evaluate("total >= limit", order), "- jexl", new Jexl().evalSync("total >= limit", order));
console.log("100.00 + 1, as a text: expr-eval", Parser.evaluate("total + 1", order), "- jexl", new Jexl().evalSync("total + 1", order));
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
50 + 0.01                   50.01 expr-eval: 50.01
50 + 5.551115123125783e-17  48.089495366877 expr-eval: 50
50 + 1e-7                   45.71828182845905 expr-eval: 50.0000001
50 + 1e+21                  73.71828182845906 expr-eval: 1e+21
100.00 at least 20.00, as texts: expr-eval false - jexl false
100.00 + 1, as a text: expr-eval 101 - jexl 100.001
TEXT
