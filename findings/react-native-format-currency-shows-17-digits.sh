#!/usr/bin/env bash
# react-native-format-currency 1.0.0 (npm). formatCurrency adds zeros up to the currency's decimals, but never rounds: three pieces at 0.35 are shown as $1.0499999999999998, and what remains of 0.3 - 0.1 - 0.2 as
# -$2.7755575615628914e-17. 1,999.9 yen are cut to 1,999. The list that it returns is kept for the next call with the same price: a screen that adds "(reduced)" to its own adds it to each later one,
# in the whole app.
# Safe: Number(amount.toFixed(2)) before the call, and returnType: "object".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps react-native-format-currency@1.0.0 >/dev/null
cat >shop.cjs <<'JS'
const { formatCurrency } = require("react-native-format-currency");
for (const [amount, code] of [[19.9, "USD"], [3 * 0.35, "USD"], [0.3 - 0.1 - 0.2, "USD"], [1999.9, "JPY"]]) console.log(`${code}: ${formatCurrency({ amount, code })[0]}`);
const shown = formatCurrency({ amount: 50, code: "USD" });
shown[0] += " (reduced)";
console.log(`the next 50 dollars: ${formatCurrency({ amount: 50, code: "USD" })[0]}`);
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
USD: $19.90
USD: $1.0499999999999998
USD: -$2.7755575615628914e-17
JPY: ¥ 1,999
the next 50 dollars: $50.00 (reduced)
TEXT
