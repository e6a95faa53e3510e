#!/usr/bin/env bash
# lago-expression 0.2.0 (npm, Lago's expressions of usage-based billing): a property that is a number is taken with its binary noise, one that is a text
# is not. floor(0.29, 2) is 0.28 and ceil(1.1, 2) is 1.11; as texts they are 0.29 and 1.1. A text of digits is always a number:
# concat("0051", "-HK") is 51-HK, and 1E5 is 100000, so two orders are counted as one.
# Safe: amounts as texts; a letter before each reference.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts lago-expression@0.2.0 >/dev/null
cat >bill.mjs <<'JS'
import { evaluateExpression, parseExpression } from "lago-expression";
const value = (expression, v) => evaluateExpression(parseExpression(expression), "usage", 0n, { v });
for (const [call, number] of [["floor", 0.29], ["round", 1.005], ["ceil", 1.1]]) {
  const expression = `${call}(event.properties.v, 2)`;
  console.log(`${call} ${number}: ${value(expression, number)}, as a text ${value(expression, String(number))}`);
}
for (const reference of ["0051", "51", "1E5", "A-0051"]) console.log(reference, "is", value("concat(event.properties.v, '-HK')", reference));
JS
node --no-warnings --experimental-wasm-modules bill.mjs | tee seen
diff seen - <<'TEXT'
floor 0.29: 0.28, as a text 0.29
round 1.005: 1, as a text 1.01
ceil 1.1: 1.11, as a text 1.1
0051 is 51-HK
51 is 51-HK
1E5 is 100000-HK
A-0051 is A-0051-HK
TEXT
