#!/usr/bin/env bash
# @cloudcommerce/app-mercadopago 2.63.2 (npm), Mercado Pago in the shops of e-com.plus in Brazil. The idempotency key of a sale is the order's id. When a card is declined and the shopper takes another one for the same order, the key is the same, and
# Mercado Pago answers with the first card's decline. Instalments with interest are shown too low: 300.00 in three with 5 percent is shown as three times 6.00.
# Safe: a new order for each try, and Mercado Pago's own list of instalments.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm pack --silent @cloudcommerce/app-mercadopago@2.63.2 >/dev/null
tar xzf ./*.tgz
# Mercado Pago, the database, and the platform's configuration.
mkdir -p node_modules/axios node_modules/@cloudcommerce/firebase/lib node_modules/firebase-admin node_modules/firebase-functions
echo 'module.exports = async ({ data, headers }) => { globalThis.sent = { data, headers }; return { data: { id: 1, status: "rejected", ...data } }; };' >node_modules/axios/index.js
echo 'exports.default = { get: () => ({ httpsFunctionOptions: {} }) }; exports.logger = { info() {}, warn() {}, error() {} };' >node_modules/@cloudcommerce/firebase/lib/config.js
echo 'exports.getFirestore = () => ({ collection: () => ({ doc: () => ({ set: async () => undefined }) }) });' >node_modules/firebase-admin/firestore.js
echo 'exports.warn = exports.info = () => undefined;' >node_modules/firebase-functions/logger.js
sed -i 's|"firebase-admin/firestore"|"firebase-admin/firestore.js"|; s|'"'firebase-admin/firestore'"'|"firebase-admin/firestore.js"|; s|^import config, { logger } from .*|import platform from "@cloudcommerce/firebase/lib/config.js"; const { default: config, logger } = platform;|' package/lib/mp-create-transaction.js
sed -i 's|'"'firebase-functions/logger'"'|"firebase-functions/logger.js"|' package/lib/mp-list-payments.js
cat >shop.mjs <<'JS'
import create from "./package/lib/mp-create-transaction.js";
import list from "./package/lib/mp-list-payments.js";
const data = { credit_card: {}, account_deposit: {}, banking_billet: {}, mp_public_key: "p", mp_access_token: "t", installments_option: { max_number: 12, min_installment: 5 }, installments: [{ number: 2, interest: 0 }, { number: 3, interest: 5 }] };
const application = { data, hidden_data: {} };
const buyer = { email: "tom@example.com", fullname: "Tom", phone: { number: "11999999999" }, doc_number: "1" };
for (const card of ["card_one", "card_two"]) {
  const params = { order_id: "A1", order_number: 1, amount: { total: 300 }, buyer, items: [], payment_method: { code: "credit_card" }, credit_card: { hash: `${card} // {"payment_method_id":"visa"}` } };
  await create({ application, storeId: 1, params });
  console.log(`${globalThis.sent.data.token}: key ${globalThis.sent.headers["X-Idempotency-Key"]}`);
}
const { payment_gateways } = list({ application, params: { amount: { total: 300 } } });
const { installment_options } = payment_gateways.find((gateway) => gateway.installment_options);
for (const { number, value } of installment_options) console.log(`300.00 in ${number}: ${value.toFixed(2)} each`);
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
card_one: key A1
card_two: key A1
300.00 in 2: 150.00 each
300.00 in 3: 6.00 each
TEXT
