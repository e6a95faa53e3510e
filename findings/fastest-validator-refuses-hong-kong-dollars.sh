#!/usr/bin/env bash
# fastest-validator 1.19.1 (npm, the one of Moleculer), { type: "currency", currencySymbol }. The symbol goes into a regular expression with a backslash before its first letter only: with HK$, R$, BHD or nok no price is
# valid, not even HK$50.00, so that the shop sells nothing; with SGD, XGD50 is. $, USD and CHF work. In every currency 1234.50 is refused, as it wants 1,234.50. No error at the start.
# Safe: { type: "number" } of cents; customRegex.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts fastest-validator@1.19.1 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import Validator from "fastest-validator";
for (const currencySymbol of ["$", "USD", "CHF", "HK$", "R$", "BHD", "nok", "SGD"]) {
  const check = new Validator().compile({ price: { type: "currency", currencySymbol } });
  const valid = ["50.00", "1,234.50", "1234.50"].map((amount) => currencySymbol + amount).concat("XGD50").filter((price) => check({ price }) === true);
  console.log(`${currencySymbol}: ${valid.join(" and ") || "nothing"} is valid`);
}
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
$: $50.00 and $1,234.50 is valid
USD: USD50.00 and USD1,234.50 is valid
CHF: CHF50.00 and CHF1,234.50 is valid
HK$: nothing is valid
R$: nothing is valid
BHD: nothing is valid
nok: nothing is valid
SGD: SGD50.00 and SGD1,234.50 and XGD50 is valid
TEXT
