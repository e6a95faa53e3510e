#!/usr/bin/env bash
# @vendure/core 3.7.3 (npm). A refund of order lines without an amount is the rounded price of one piece times the quantity. Three at 10.00 with 1.00 off the order cost 29.00, and their
# refund comes to 29.01. The payment service's refund is limited to what was paid, but then Vendure looks for a payment that has the last cent: "Could not find a
# Payment to refund". The customer has 29.00 back, and the mutation has failed; its database transaction keeps no row of it. So somebody tries again.
# 100 pieces at 0.33 net with 20 percent tax cost 39.60 and end the same way. Prices without a rounding work.
# Safe: give the amount with each refund.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @vendure/core@3.7.3 >/dev/null
# The payment service of Vendure with a database and a provider that only keep what they are given.
cat >shop.cjs <<'JS'
require("reflect-metadata");
const { PaymentService, OrderLine, Payment } = require("@vendure/core");
const line = (listPrice, quantity, listPriceIncludesTax, off) =>
  new OrderLine({ id: 1, quantity, orderPlacedQuantity: quantity, listPrice, listPriceIncludesTax, taxLines: [{ taxRate: 20 }], adjustments: off ? [{ amount: -off, type: "DISTRIBUTED_ORDER_PROMOTION" }] : [] });
const refund = async (name, line, more) => {
  const payment = new Payment({ id: 7, amount: line.proratedLinePriceWithTax, method: "card", refunds: [] });
  const repository = {
    find: async () => [line],
    save: async (row) => {
      if (row.total !== undefined && !payment.refunds.includes(row)) payment.refunds.push(row);
      return row;
    },
    createQueryBuilder: () => ({ relation: () => ({ of: () => ({ add: async () => undefined }) }) }),
  };
  const connection = { getEntityOrThrow: async () => ({ payments: [payment] }), getRepository: () => repository, withTransaction: async (ctx, run) => run(ctx) };
  let refunded = 0;
  const createRefund = async (ctx, input, amount) => {
    refunded += amount;
    return { state: "Settled" };
  };
  const methods = { getMethodAndOperations: async () => ({ paymentMethod: { handler: { args: [] } }, handler: { createRefund } }) };
  const service = new PaymentService(connection, {}, { transition: async () => ({ finalize: async () => undefined }) }, methods, { publish: async () => undefined });
  const input = { lines: [{ orderLineId: 1, quantity: line.quantity }], reason: "returned", ...more };
  const told = await service.createRefund({}, input, { id: 1 }, payment).then(({ total }) => `refunded ${total}`, ({ message }) => message);
  console.log(`${name}: paid ${payment.amount}, the provider refunded ${refunded}; ${told}`);
};
(async () => {
  await refund("three at 10.00", line(1000, 3, true));
  await refund("three at 10.00, 1.00 off", line(1000, 3, true, 100));
  await refund("the same with an amount", line(1000, 3, true, 100), { amount: 2900 });
  await refund("100 at 0.33 net", line(33, 100, false));
})();
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
three at 10.00: paid 3000, the provider refunded 3000; refunded 3000
three at 10.00, 1.00 off: paid 2900, the provider refunded 2900; Could not find a Payment to refund
the same with an amount: paid 2900, the provider refunded 2900; refunded 2900
100 at 0.33 net: paid 3960, the provider refunded 3960; Could not find a Payment to refund
TEXT
