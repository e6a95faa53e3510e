#!/usr/bin/env bash
# @vendure/core 3.7.3 (npm). Its promotion "Buy X products, get Y products free" counts the free piece as a bought one: with "buy 1, get 1" of the same variant a single piece is free,
# and with "buy 2, get 1" two cost as much as one. It counts once: six pieces have one free, not two.
# "20 percent off over 100.00" is asked again after each line: two lines at 52.00 pay 93.60, since the first discount has ended the offer, while one line of two pays 83.20.
# Lines of 90.00 and 20.00 pay 92.00, but 88.00 the other way round.
# Safe: X with a piece more than is to be paid, and conditions of your own that look at prices before discounts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @vendure/core@3.7.3 >/dev/null
# Vendure's order calculator with a tax of 20 percent inside the prices, and no shipping.
cat >shop.cjs <<'JS'
require("reflect-metadata");
const vendure = require("@vendure/core");
const { OrderCalculator, Order, OrderLine, Promotion, ProductVariant, DefaultOrderTaxCalculationStrategy } = vendure;
const config = {
  taxOptions: { taxZoneStrategy: { determineTaxZone: () => ({ id: 1 }) }, taxLineCalculationStrategy: { calculate: () => [{ description: "VAT", taxRate: 20 }] }, orderTaxCalculationStrategy: new DefaultOrderTaxCalculationStrategy() },
};
const calculator = new OrderCalculator(config, { getAllWithMembers: async () => [] }, { getApplicableTaxRate: async () => ({}) }, {}, {}, { get: (ctx, key, make) => make() });
const line = (variant, listPrice, quantity) =>
  new OrderLine({ id: variant, quantity, listPrice, listPriceIncludesTax: true, adjustments: [], taxLines: [{ taxRate: 20 }], orderPlacedQuantity: 0, productVariant: new ProductVariant({ id: variant }) });
const args = (values) => Object.entries(values).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
const promotion = (condition, given, action, taken) =>
  new Promotion({
    id: 1,
    name: "offer",
    conditions: [{ code: condition.code, args: args(given) }],
    actions: [{ code: action.code, args: args(taken) }],
    promotionConditions: [condition],
    promotionActions: [action],
  });
const price = async (name, offer, ...lines) => {
  const order = new Order({ lines, surcharges: [], shippingLines: [], couponCodes: [] });
  await calculator.applyPriceAdjustments({ channelId: 1, channel: { pricesIncludeTax: true } }, order, [offer], lines);
  console.log(`${name}: ${order.subTotalWithTax / 100}`);
};
const free = (amountX, amountY) => promotion(vendure.buyXGetYFreeCondition, { amountX, amountY, variantIdsX: ["shirt"], variantIdsY: ["shirt"] }, vendure.buyXGetYFreeAction, {});
const off = promotion(vendure.minimumOrderAmount, { amount: 10_000, taxInclusive: true }, vendure.productsPercentageDiscount, { discount: 20, productVariantIds: ["shirt", "cap"] });
(async () => {
  await price("buy 1, get 1: one at 10", free(1, 1), line("shirt", 1000, 1));
  await price("buy 2, get 1: two at 10", free(2, 1), line("shirt", 1000, 2));
  await price("buy 2, get 1: six at 10", free(2, 1), line("shirt", 1000, 6));
  await price("20 percent over 100: 52 + 52", off, line("shirt", 5200, 1), line("cap", 5200, 1));
  await price("20 percent over 100: 2 at 52", off, line("shirt", 5200, 2));
  await price("20 percent over 100: 90 + 20", off, line("shirt", 9000, 1), line("cap", 2000, 1));
  await price("20 percent over 100: 20 + 90", off, line("cap", 2000, 1), line("shirt", 9000, 1));
})();
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
buy 1, get 1: one at 10: 0
buy 2, get 1: two at 10: 10
buy 2, get 1: six at 10: 50
20 percent over 100: 52 + 52: 93.6
20 percent over 100: 2 at 52: 83.2
20 percent over 100: 90 + 20: 92
20 percent over 100: 20 + 90: 88
TEXT
