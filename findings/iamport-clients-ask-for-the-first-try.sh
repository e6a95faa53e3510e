#!/usr/bin/env bash
# iamport 0.3.4, iamporter 1.4.2 and iamport-rest-client-nodejs 0.9.12 (npm), PortOne (I'mport) of Korea. None of them encodes the shop's own number, merchant_uid, in the address of
# a look-up: for 1001#2, a second try of the order 1001, all three ask for 1001, and are told of the first try. A payment that was paid then looks cancelled, or the other way round. Without a
# `status` iamport-rest-client-nodejs asks for payments that are "undefined", though it takes the call.
# Safe: encodeURIComponent around merchant_uid, or look up by imp_uid and compare the merchant_uid of the answer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts iamport@0.3.4 iamporter@1.4.2 iamport-rest-client-nodejs@0.9.12 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const Iamport = require("iamport");
const { Iamporter } = require("iamporter");
const rest = require("iamport-rest-client-nodejs");
let asked;
const service = http.createServer((call, answer) => {
  asked = call.url;
  call.resume().on("end", () => answer.end(JSON.stringify({ code: 0, response: { access_token: "t", expired_at: 9999999999 } })));
});
service.listen(0, "127.0.0.1", async () => {
  const base = `http://127.0.0.1:${service.address().port}`;
  const first = new Iamport({ impKey: "k", impSecret: "s" });
  first.payment._host = base;
  const second = new Iamporter({ host: base, apiKey: "k", secret: "s" });
  const third = new rest.Iamport({ baseUrl: base, apiKey: "k", apiSecret: "s" });
  const lookUp = (query) => rest.Request.Payments.getByMerchantUid(query).request(third);
  await first.payment.getByMerchant({ merchant_uid: "1001#2" });
  console.log(`iamport: ${asked}`);
  await second.findByMerchantUid("1001#2");
  console.log(`iamporter: ${asked}`);
  await lookUp({ merchant_uid: "1001#2", status: "paid" });
  console.log(`iamport-rest-client-nodejs: ${asked}`);
  await lookUp({ merchant_uid: "1001" });
  console.log(`without a status: ${asked}`);
  process.exit();
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
iamport: /payments/find/1001
iamporter: /payments/find/1001
iamport-rest-client-nodejs: /payments/find/1001
without a status: /payments/find/1001/undefined
TEXT
