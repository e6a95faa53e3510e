#!/usr/bin/env bash
# @reactioncommerce/api-plugin-taxes-flat-rate 1.0.8 (npm, Reaction Commerce): a tax rate of a postal code is found by the code alone, whatever the
# country. New York's 8.875 percent for 10115 is added to Germany's 19 for an order to 10115 Berlin. And the tax of an order is not
# rounded. sift answers the query in MongoDB's place.
# Safe: rates of regions and countries without a postal code; rounding the tax before it is charged.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @reactioncommerce/api-plugin-taxes-flat-rate@1.0.8 sift@17.1.3 >/dev/null
cat >tax.mjs <<'JS'
import sift from "sift";
import plugin from "./node_modules/@reactioncommerce/api-plugin-taxes-flat-rate/src/util/calculateOrderTaxes.js";
const rate = (one) => ({ shopId: "shop", taxLocale: "destination", postal: null, region: null, ...one });
const rates = [
  rate({ _id: "de", country: "DE", rate: 19 }),
  rate({ _id: "ny", country: "US", region: "NY", postal: "10115", rate: 8.875 }),
];
const Taxes = { find: (query) => ({ toArray: async () => rates.filter(sift(query)) }) };
const items = [{ _id: "shoes", isTaxable: true, subtotal: { amount: 19.99 } }];
for (const shippingAddress of [
  { country: "US", region: "NY", postal: "10115" },
  { country: "DE", region: "BE", postal: "10117" },
  { country: "DE", region: "BE", postal: "10115" },
]) {
  const order = { shopId: "shop", items, shippingAddress };
  const { taxSummary } = await plugin({ context: { collections: { Taxes } }, order });
  console.log(shippingAddress.country, shippingAddress.postal, taxSummary.taxes.map((one) => one.taxName).join(" + "), taxSummary.tax);
}
JS
node tax.mjs | tee seen
diff seen - <<'TEXT'
US 10115 10115 NY US 1.7741124999999998
DE 10117 DE 3.7981
DE 10115 DE + 10115 NY US 5.572212499999999
TEXT
