#!/usr/bin/env bash
# node-apple-receipt-verify 1.15.0 (npm). Apple's receipt names a purchase in in_app and again in latest_receipt_info. The package merges both lists and keeps one of a transaction only if the second has a later date: with
# equal dates, as for each purchase that is in both, it lists the purchase twice, and a shop that delivers what is listed gives 200 coins for 100. A purchase that Apple has refunded is listed like any
# other, unless `extended` is on.
# Safe: deliver by transactionId, once. `extended: true`, and nothing for products with a cancellationDate.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts node-apple-receipt-verify@1.15.0 >/dev/null
cat >shop.cjs <<'JS'
const apple = require("node-apple-receipt-verify");
const bought = { quantity: "1", product_id: "coins-100", transaction_id: "t-1", original_transaction_id: "t-1", purchase_date_ms: "1795996800000" };
const refunded = { ...bought, transaction_id: "t-2", original_transaction_id: "t-2", cancellation_date_ms: "1796000000000", cancellation_reason: "0" };
const shown = (products) => products.map(({ transactionId, cancellationDate }) => transactionId + (cancellationDate ? " (refunded)" : "")).join(", ");
const receipt = (inApp, latest) => ({ status: 0, environment: "Production", receipt: { bundle_id: "shop", in_app: inApp }, latest_receipt_info: latest });
(async () => {
  apple.config({ environment: ["production"] });
  for (const [name, response, options] of [
    ["in in_app alone", receipt([bought], []), {}],
    ["in both lists", receipt([bought], [bought]), {}],
    ["refunded", receipt([refunded], []), {}],
    ["refunded, extended", receipt([refunded], []), { extended: true }],
  ]) {
    console.log(`${name}: ${shown(await apple.extract({ response, ...options }))}`);
  }
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
in in_app alone: t-1
in both lists: t-1, t-1
refunded: t-2
refunded, extended: t-2 (refunded)
TEXT
