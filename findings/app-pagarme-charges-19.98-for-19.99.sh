#!/usr/bin/env bash
# @cloudcommerce/app-pagarme 2.63.2 (npm), Pagar.me in the shops of e-com.plus in Brazil. Cents are cut: 19.99 is charged as 1998, by card, Pix and slip alike, and the order, which has 19.99, is kept as paid with 19.98. The due date of a slip takes
# its year from the time in London and its day from the time in Brazil: one that is made after nine in the evening, due on New Year's Eve, can be paid until the last day of the next year.
# Safe: totals of whole reais, and a look at the slips of the last days of December.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm pack --silent @cloudcommerce/app-pagarme@2.63.2 >/dev/null
tar xzf ./*.tgz
# Pagar.me, and the platform's configuration.
mkdir -p node_modules/axios node_modules/@cloudcommerce/firebase/lib
echo 'let sent; module.exports = async ({ data }) => ((globalThis.sent = data), { data: { ...data, status: "paid" } });' >node_modules/axios/index.js
echo 'exports.default = { get: () => ({ httpsFunctionOptions: {} }) }; exports.logger = console; console.info = console.warn = () => undefined; exports.__esModule = true;' >node_modules/@cloudcommerce/firebase/lib/config.js
sed -i 's|import config, { logger } from .*|import platform from "@cloudcommerce/firebase/lib/config.js"; const { default: config, logger } = platform;|' package/lib/pagarme-create-transaction.js
cat >shop.mjs <<'JS'
import { mock } from "node:test";
import create from "./package/lib/pagarme-create-transaction.js";
const application = { data: { account_deposit: {}, banking_billet: { days_due_date: 3 } }, hidden_data: { pagarme_api_key: "k" } };
const sell = async (code, total) => {
  const buyer = { email: "tom@example.com", fullname: "Tom", phone: { number: "11999999999" } };
  const params = { order_id: "A1", amount: { total }, buyer, items: [{ quantity: 1, price: total, sku: "S", name: "shirt" }], payment_method: { code } };
  const { transaction } = await create({ application, storeId: 1, params });
  return { sent: globalThis.sent, booked: transaction.amount };
};
for (const [code, total] of [["credit_card", 19.99], ["account_deposit", 0.29], ["banking_billet", 50]]) {
  const { sent, booked } = await sell(code, total);
  console.log(`${total} by ${code}: charged ${sent.amount}, booked ${booked}`);
}
for (const now of ["2026-12-28T23:30:00Z", "2026-12-29T01:30:00Z"]) {
  mock.timers.enable({ apis: ["Date"], now: new Date(now) });
  console.log(`a slip for three days, made at ${now}: due ${(await sell("banking_billet", 50)).sent.boleto_expiration_date}`);
  mock.timers.reset();
}
JS
TZ=UTC node shop.mjs | tee seen
diff seen - <<'TEXT'
19.99 by credit_card: charged 1998, booked 19.98
0.29 by account_deposit: charged 28, booked 0.28
50 by banking_billet: charged 5000, booked 50
a slip for three days, made at 2026-12-28T23:30:00Z: due 2026-12-31
a slip for three days, made at 2026-12-29T01:30:00Z: due 2027-12-31
TEXT
