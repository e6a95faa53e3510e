#!/usr/bin/env bash
# @commercetools/connect-payments-sdk 1.2.2 (npm, of commercetools' payment connectors): CurrencyConverters.convertWithMapping takes a mapping of
# currencies whose decimals a payment service counts in its own way, ahead of fractionDigit. A mapping of 0, for a currency that needs no shift,
# is ignored as if it were missing, so 1000 yen are 100000.
# Safe: no fractionDigit where a currency may have none; the mapping alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm pack --silent @commercetools/connect-payments-sdk@1.2.2 >/dev/null
tar xzf ./*.tgz
cat >convert.cjs <<'JS'
const CurrencyConverters = require("./package/dist/commercetools/helpers/currency.converter.js");
const mapping = new Map([["JPY", 0], ["CLP", 2], ["KWD", -1]]);
for (const [currencyCode, amount] of [["HKD", 10], ["CLP", 10], ["KWD", 10], ["JPY", 1000]]) {
  const cents = CurrencyConverters.convertWithMapping({ amount, currencyCode, mapping, fractionDigit: 2 });
  console.log(currencyCode, amount, "by a shift of", mapping.get(currencyCode) ?? "2, the default", "is", cents);
}
JS
node convert.cjs | tee seen
diff seen - <<'TEXT'
HKD 10 by a shift of 2, the default is 1000
CLP 10 by a shift of 2 is 1000
KWD 10 by a shift of -1 is 1
JPY 1000 by a shift of 0 is 100000
TEXT
