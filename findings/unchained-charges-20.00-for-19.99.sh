#!/usr/bin/env bash
# @unchainedshop/plugins 4.8.27 (npm), payment and prices of the Unchained Engine. Its Braintree adapter rounds to tenths of each currency: an order of 19.99 is charged 20.00, and one of 19.94
# 19.90, without a line that says so. Two discounts of 60 percent on one product are both taken of its full price: the product costs -20.00.
# Safe: an adapter of your own, and discounts of which one ends the others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @unchainedshop/plugins@4.8.27 @unchainedshop/core@4.8.27 mongodb@7.8.0 >/dev/null
# Braintree's client is one that keeps what it is given.
mkdir -p node_modules/braintree
echo '{"main":"index.js"}' >node_modules/braintree/package.json
cat >node_modules/braintree/index.js <<'JS'
exports.Environment = { Sandbox: 1, Production: 2 };
exports.connect = () => ({ transaction: { sale: async ({ amount }) => ({ success: true, amount }) } });
JS
cat >shop.mjs <<'JS'
const { PaymentDirector, ProductPricingSheet } = await import("@unchainedshop/core");
const { ProductDiscount } = await import("@unchainedshop/plugins/pricing/product-discount/adapter.js");
await import("@unchainedshop/plugins/payment/braintree.js");
const braintree = PaymentDirector.getAdapter("shop.unchained.braintree-direct");
for (const cents of [1999, 1994, 1990]) {
  const order = { _id: "A-1", currencyCode: "USD", calculation: [{ category: "ITEMS", amount: cents }] };
  const { amount } = await braintree.actions([{ key: "merchantId", value: "m" }, { key: "publicKey", value: "p" }], { order }).charge({ paypalPaymentMethodNonce: "nonce" });
  console.log(`an order of ${cents / 100}: charged ${amount}`);
}
const price = async (...rates) => {
  const calculation = [{ category: "ITEM", amount: 10_000, isTaxable: false, isNetPrice: false }];
  const sheet = ProductPricingSheet({ calculation: [...calculation], currencyCode: "USD", quantity: 1 });
  const discounts = rates.map((rate, i) => ({ discountId: `d${i}`, configuration: { rate } }));
  const rows = await ProductDiscount.actions({ context: { quantity: 1, currencyCode: "USD" }, calculationSheet: sheet, discounts }).calculate();
  return ProductPricingSheet({ calculation: [...calculation, ...rows], currencyCode: "USD", quantity: 1 }).gross() / 100;
};
console.log(`100.00 with 60 percent off: ${await price(0.6)}; twice: ${await price(0.6, 0.6)}`);
process.exit();
JS
node --no-warnings shop.mjs 2>&1 | grep -E '^(an order|100)' | tee seen
diff seen - <<'TEXT'
an order of 19.99: charged 20
an order of 19.94: charged 19.9
an order of 19.9: charged 19.9
100.00 with 60 percent off: 40; twice: -20
TEXT
