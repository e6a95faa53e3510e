#!/usr/bin/env bash
# @lambdacurry/medusa-payment-braintree 0.2.5 (npm), Braintree for Medusa shops. A refund of 10.00 of an order of 100.00 voids the whole transaction if it isn't settled yet, which takes until the
# evening or the next day: the customer has 100.00 back, Medusa books 10.00, and the merchant has shipped. The amount isn't looked at.
# Safe: disableVoidTransactions, which makes it an error, or no refund in part before the settlement.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @lambdacurry/medusa-payment-braintree@0.2.5 @medusajs/utils@2.21.2 >/dev/null
# The framework's part that is used is @medusajs/utils under another name.
mkdir -p node_modules/@medusajs/framework
echo 'module.exports = require("@medusajs/utils");' >node_modules/@medusajs/framework/utils.js
cat >shop.cjs <<'JS'
const { default: Base } = require("./node_modules/@lambdacurry/medusa-payment-braintree/.medusa/server/src/providers/payment-braintree/src/core/braintree-base.js");
class Provider extends Base {}
// Braintree's gateway with one sale of 100.00, which keeps what becomes of it.
const refund = async (status, options) => {
  let left = 100;
  const sale = { id: "t1", amount: "100.00", status, type: "sale", currencyIsoCode: "USD" };
  const answer = async (back) => {
    left -= back;
    return { success: true, transaction: { ...sale, id: "r1" } };
  };
  const provider = Object.create(Provider.prototype);
  Object.assign(provider, {
    options_: options,
    logger: { info() {}, warn() {}, error() {}, debug() {} },
    gateway: { transaction: { find: async () => sale, void: () => answer(100), refund: (id, amount) => answer(Number(amount)) } },
  });
  const data = { transaction: sale, amount: 100, currency_code: "usd", clientToken: "token", medusaPaymentSessionId: "s1" };
  const told = await provider.refundPayment({ amount: 10, data }).then(() => "Medusa books 10.00", ({ message }) => message);
  console.log(`${status}${options.disableVoidTransactions ? ", disableVoidTransactions" : ""}: the merchant has ${left} left; ${told}`);
};
(async () => {
  await refund("settled", {});
  await refund("submitted_for_settlement", {});
  await refund("submitted_for_settlement", { disableVoidTransactions: true });
})();
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
settled: the merchant has 90 left; Medusa books 10.00
submitted_for_settlement: the merchant has 0 left; Medusa books 10.00
submitted_for_settlement, disableVoidTransactions: the merchant has 100 left; Braintree transaction with ID t1 cannot be refunded right now because it's in status submitted_for_settlement
TEXT
