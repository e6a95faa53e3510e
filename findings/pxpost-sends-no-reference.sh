#!/usr/bin/env bash
# pxpost 3.0.0 (npm), Payment Express of New Zealand (Windcave). The order's reference is sent as MerchentReference, a name that the service doesn't know: the payment has none, in its answer, in the back office and in
# the settlement report, and nothing ties it to the order when the answer is lost. The empty TxnId that is sent if the shop gives no transactionId can't be asked for either.
# Safe: a transactionId, which is sent as it should be, kept before the sale.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts pxpost@3.0.0 >/dev/null
cat >shop.cjs <<'JS'
const path = require.resolve("request", { paths: [require.resolve("pxpost")] });
require(path);
let sent;
require.cache[path].exports = ({ body }, done) => {
  sent = body;
  done(null, {}, "<Txn><Transaction/></Txn>");
};
const { submit } = require("pxpost");
const card = { name: "Buyer", number: "4111111111111111", expiry: "1227", cvc2: "123" };
submit({ user: "u", password: "p", amount: "19.99", reference: "A-1", card }, () => {
  for (const name of ["Amount", "TxnId", "MerchantReference", "MerchentReference"])
    console.log(`${name}: ${sent.match(new RegExp(`<${name}>(.*?)</${name}>`))?.[1] ?? "not sent"}`);
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
Amount: 19.99
TxnId: 
MerchantReference: not sent
MerchentReference: A-1
TEXT
