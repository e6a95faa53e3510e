#!/usr/bin/env bash
# @vendure/payments-plugin 3.5.6 (npm). Vendure keeps hundredths, and its Stripe plugin asks Intl.NumberFormat whether a currency has decimals. Intl tells how prices are shown: in Node.js with ICU
# 78 (20.20.2, 24.21.0) forints, rupiahs, Colombian pesos and Pakistani rupees have none, and Icelandic krónur never had. Stripe takes hundredths of them all:
# 12,340 forints are asked for as 12340, which are 123.40. A dinar of three decimals is asked for as a tenth. Yen are right.
# Its Mollie plugin tells that three pieces at 10.00 with 1.00 off are 3 times 9.67 and 29.00 in all. Mollie wants the product, and refuses such a payment.
# Safe: an own list of Stripe's currencies, and a test of the amount for each that you sell in.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @vendure/payments-plugin@3.5.6 currency.js@2.0.4 >/dev/null
cat >shop.cjs <<'JS'
const { getAmountInStripeMinorUnits } = require("@vendure/payments-plugin/package/stripe/stripe-utils");
const { toMolliePaymentLines } = require("@vendure/payments-plugin/package/mollie/mollie.helpers");
for (const currencyCode of ["EUR", "JPY", "HUF", "IDR", "COP", "PKR", "ISK", "KWD"]) {
  console.log(`12340 ${currencyCode}, kept as 1234000: Stripe is asked for ${getAmountInStripeMinorUnits({ currencyCode, totalWithTax: 1_234_000 })}`);
}
const line = { productVariant: { name: "shirt" }, quantity: 3, proratedLinePriceWithTax: 2900, taxRate: 20 };
const [{ quantity, unitPrice, totalAmount }] = toMolliePaymentLines({ currencyCode: "EUR", lines: [line], shippingLines: [], surcharges: [] });
console.log(`Mollie is told ${quantity} times ${unitPrice.value}, in all ${totalAmount.value}`);
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
12340 EUR, kept as 1234000: Stripe is asked for 1234000
12340 JPY, kept as 1234000: Stripe is asked for 12340
12340 HUF, kept as 1234000: Stripe is asked for 12340
12340 IDR, kept as 1234000: Stripe is asked for 12340
12340 COP, kept as 1234000: Stripe is asked for 12340
12340 PKR, kept as 1234000: Stripe is asked for 12340
12340 ISK, kept as 1234000: Stripe is asked for 12340
12340 KWD, kept as 1234000: Stripe is asked for 1234000
Mollie is told 3 times 9.67, in all 29.00
TEXT
