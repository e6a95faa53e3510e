#!/usr/bin/env bash
# @pinelab/vendure-plugin-store-credit 2.1.0 with @vendure/core 3.7.3 (npm). A wallet's currency isn't looked at when it pays: one with 50.00 US dollars pays an order of 5000 yen, and a refund into it is then refused, as the currencies differ.
# A payment by a gift card's code can't be refunded: the refund asks for the wallet's id, which such a payment doesn't keep, and fails each time. A storefront that sends both, the shopper's wallet and a code, takes the whole amount from each.
# A card of 20.00 for an order of 50.00 is declined, while the readme says that it pays what it has.
# Safe: a check of wallet.currencyCode before the payment; refundPaymentToStoreCredit with the wallet's id; one of the two in metadata; the balance as metadata.amount.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @vendure/core@3.7.3 @pinelab/vendure-plugin-store-credit@2.1.0 >/dev/null
# The plugin's service with wallets that are kept in memory.
cat >shop.cjs <<'JS'
require("reflect-metadata");
const { storeCreditPaymentHandler: handler } = require("@pinelab/vendure-plugin-store-credit/dist/config/payment-method-handler.js");
const { WalletService } = require("@pinelab/vendure-plugin-store-credit/dist/services/wallet.service.js");
let wallets = [];
const wallet = ({ id, code }) => wallets.find((one) => (id ? one.id === id : one.code === code));
const read = (where = {}) => ({
  leftJoinAndSelect: () => read(where),
  where: (_, { code }) => read({ code }),
  andWhere: () => read(where),
  getOne: async () => wallet(where),
  update: () => ({ set: () => ({ where: (_, { id, amount }) => ({
    execute: async () => {
      const one = wallet({ id });
      if (one.balance + amount < 0) return { affected: 0 };
      one.balance += amount;
      return { affected: 1 };
    },
  }) }) }),
});
const repository = { findOneOrFail: async ({ where }) => wallet(where), findOne: async ({ where }) => wallet(where), create: (row) => row, save: async (row) => ({ id: 9, ...row }), createQueryBuilder: () => read() };
const connection = { getRepository: () => repository, findOneInChannel: async (ctx, entity, id) => wallet({ id }) };
const service = new WalletService(connection, {}, {}, {}, { ofType: () => ({ subscribe() {} }) }, {}, {});
const ctx = { channelId: 1, apiType: "shop" };
async function show(name, currencyCode, amount, metadata) {
  wallets = [{ id: "1", balance: 5000, currencyCode: "USD", channels: [{ id: 1 }] }, { id: "2", code: "GIFT", balance: 5000, currencyCode: "USD", channels: [{ id: 1 }] }, { id: "3", code: "SMALL", balance: 2000, currencyCode: "USD", channels: [{ id: 1 }] }];
  await handler.init({ get: () => service });
  const order = { code: "A-1", currencyCode };
  const paid = await handler.createPayment(ctx, order, amount, [], metadata, {});
  console.log(`${name}: ${paid.state} ${paid.errorMessage ?? paid.amount}; wallets ${wallets.map(({ balance }) => balance).join(", ")}`);
  if (paid.state !== "Settled") return;
  const refund = await handler.createRefund(ctx, { reason: "returned" }, paid.amount, order, { ...paid, order }, [], {});
  console.log(`  refunded: ${refund.state} ${refund.errorMessage ?? ""}`.trimEnd());
}
(async () => {
  await show("50.00 dollars for 50.00 dollars", "USD", 5000, { walletId: "1" });
  await show("50.00 dollars for 5000 yen", "JPY", 5000, { walletId: "1" });
  await show("a gift card's code", "USD", 3000, { giftCardCode: "GIFT" });
  await show("a wallet and a code", "USD", 3000, { walletId: "1", giftCardCode: "GIFT" });
  await show("a card of 20.00 for 50.00", "USD", 5000, { giftCardCode: "SMALL" });
})();
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
50.00 dollars for 50.00 dollars: Settled 5000; wallets 0, 5000, 2000
  refunded: Settled
50.00 dollars for 5000 yen: Settled 5000; wallets 0, 5000, 2000
  refunded: Failed Wallet currency 'USD' does not match order currency 'JPY'. Can not refund payment to this wallet.
a gift card's code: Settled 3000; wallets 5000, 2000, 2000
  refunded: Failed Wallet ID is required to refund to store credit.
a wallet and a code: Settled 3000; wallets 2000, 2000, 2000
  refunded: Settled
a card of 20.00 for 50.00: Declined Insufficient balance. Wallet has 2000, cannot debit 5000; wallets 5000, 5000, 2000
TEXT
