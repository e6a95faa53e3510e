#!/usr/bin/env bash
# @wtree/payload-ecommerce-coupon 3.79.4 (npm, coupons and referrals of Payload's shops): with cartAmountsInMinorUnits, as Payload's own
# e-commerce plugin keeps its prices, each currency has hundredths. A rule of 500 yen off a cart of 1000 yen takes 50000 off, and nothing caps it at
# the cart. Half a dinar of Kuwait off is 50 fils instead of 500.
# Safe: currencies with two decimals.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @wtree/payload-ecommerce-coupon@3.79.4 payload@3 >/dev/null
cat >coupon.mjs <<'JS'
import { calculateCommissionAndDiscount } from "@wtree/payload-ecommerce-coupon";
const off = (currencyCode, unitPrice, value) =>
  calculateCommissionAndDiscount({
    cartItems: [{ product: { id: 1 }, unitPrice, quantity: 1 }],
    cartTotal: unitPrice,
    currencyCode,
    cartAmountsInMinorUnits: true,
    program: { commissionRules: [{ appliesTo: "all", totalCommission: { type: "fixed", value }, partnerSplit: 0, customerSplit: 100 }] },
  }).customerDiscount;
console.log("5.00 off 10.00 HKD:  ", off("HKD", 1000, 5));
console.log("500 off 1000 JPY:    ", off("JPY", 1000, 500));
console.log("0.500 off 5.000 KWD: ", off("KWD", 5000, 0.5));
JS
node coupon.mjs | tee seen
diff seen - <<'TEXT'
5.00 off 10.00 HKD:   500
500 off 1000 JPY:     50000
0.500 off 5.000 KWD:  50
TEXT
