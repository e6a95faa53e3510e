#!/usr/bin/env bash
# @x402/core 2.27.0 (npm, paid calls of APIs): a price is cut to the token's six decimals without a word. What costs $0.0000025, as a token
# of a language model does, asks for 2 instead of 2.5 millionths, which is a fifth less; $0.0000004 asks for 0 and is free.
# Safe: prices for many units at once, so that they are whole millionths of a dollar.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @x402/core@2.27.0 >/dev/null
cat >price.cjs <<'JS'
const { convertToTokenAmount, parseMoney } = require("@x402/core/utils");
for (const price of ["$1.10", "$0.0000025", "$0.0000004"]) console.log(price, "is", convertToTokenAmount(parseMoney(price).amount, 6));
JS
node price.cjs | tee seen
diff seen - <<'TEXT'
$1.10 is 1100000
$0.0000025 is 2
$0.0000004 is 0
TEXT
