#!/usr/bin/env bash
# overshom-wayforpay 1.1.0 (npm) adds up the prices of an invoice and forgets the quantities: three pieces at 100 are asked for as 100. The list of products that goes with it
# still says three. Prices in cents make amounts such as 0.30000000000000004, which are signed and sent.
# Safe: one line of one piece for the order's total.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts overshom-wayforpay@1.1.0 >/dev/null
cat >shop.cjs <<'JS'
const { restApi } = require("overshom-wayforpay/dist/wfp/rest.api");
const { WFP } = require("overshom-wayforpay");
restApi.baseCall = async ({ amount, productCount, productPrice }) =>
  console.log(`${productCount.map((count, line) => `${count} at ${productPrice[line]}`).join(" and ")}: asked for ${amount}`);
const shop = new WFP({ MERCHANT_ACCOUNT: "m", MERCHANT_SECRET_KEY: "s", MERCHANT_DOMAIN_NAME: "shop.example.com", SERVICE_URL: "https://shop.example.com/" });
const invoice = (productCount, productPrice) =>
  shop.createInvoiceUrl({ orderReference: "A-1", productName: productPrice.map(() => "shirt"), productCount, productPrice });
(async () => {
  await invoice([1], [100]);
  await invoice([3], [100]);
  await invoice([2, 1], [49.99, 10]);
  await invoice([1, 1], [0.1, 0.2]);
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
1 at 100: asked for 100
3 at 100: asked for 100
2 at 49.99 and 1 at 10: asked for 59.99
1 at 0.1 and 1 at 0.2: asked for 0.30000000000000004
TEXT
