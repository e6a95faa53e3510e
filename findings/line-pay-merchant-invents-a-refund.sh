#!/usr/bin/env bash
# line-pay-merchant 0.9.0 (npm) has a handler for a refund whose answer doesn't come in time: it asks for the payment's details and makes the refund's answer of them. The
# details are there as soon as the shopper has paid, so a refund that never reached LINE Pay is answered as made, with the payment's own id as the refund's. The customer waits for money
# that nobody sends.
# Safe: no such handler for refunds. Look for the refund in the details' refundList, and ask again if it isn't there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts line-pay-merchant@0.9.0 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const { createLinePayClient, createPaymentDetailsRecoveryHandler, paymentDetailsToRefund } = require("line-pay-merchant");
const axios = require(require.resolve("axios", { paths: [require.resolve("line-pay-merchant")] }));
const paid = '{"returnCode":"0000","returnMessage":"OK","info":[{"transactionId":2026112900000000001,"transactionDate":"2026-11-29T01:00:00Z"}]}';
// LINE Pay of one payment. It never gets to the refund: the connection stays silent.
const service = http.createServer((request, response) => {
  if (request.method === "POST") return;
  response.end(paid);
});
service.listen(0, "127.0.0.1", async () => {
  const create = axios.create;
  axios.create = (options) => create.call(axios, { ...options, baseURL: `http://127.0.0.1:${service.address().port}` });
  const pay = createLinePayClient({ channelId: "c", channelSecretKey: "s", env: "development", timeout: 300 });
  const refund = { transactionId: "2026112900000000001", body: { refundAmount: 30 } };
  await pay.refund.send(refund).catch((error) => console.log(`without a handler: ${error.constructor.name}`));
  const handler = createPaymentDetailsRecoveryHandler(paymentDetailsToRefund);
  const { body } = await pay.refund.addHandler(handler).send(refund);
  console.log(`with it: ${body.returnCode} ${body.returnMessage}, refund ${body.info.refundTransactionId}`);
  process.exit();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
without a handler: TimeoutError
with it: 0000 OK, refund 2026112900000000001
TEXT
