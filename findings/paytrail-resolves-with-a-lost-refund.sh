#!/usr/bin/env bash
# @paytrail/paytrail-js-sdk 1.0.5 (npm, 9,600 downloads a month, Finland) doesn't reject a call that failed. A refund whose answer is lost, or is a 500, is fulfilled: with
# {} and with { message, status }. A proxy's page of HTML with the status 200 is { message: "Success", status: 200 }. All its calls, a charge of a kept card too, go through
# the same function, so that await alone tells a shop that it was paid. @nowpaymentsio/nowpayments-api-js 1.0.5 rejects a lost answer, but is fulfilled with the body of a 500 or 502.
# Safe: look for data.transactionId (payment_id of NOWPayments) in each result; without it, query.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @paytrail/paytrail-js-sdk@1.0.5 @nowpaymentsio/nowpayments-api-js@1.0.5 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const http = require("node:http");
const https = require("node:https");
let port;
https.request = (options, heard) => http.request({ ...options, protocol: "http:", hostname: "127.0.0.1", port, agent: undefined, agents: undefined }, heard);
const { CallbackUrl, CreateRefundParams, CreateRefundRequest, PaytrailClient } = require("@paytrail/paytrail-js-sdk");
const NowPayments = require("@nowpaymentsio/nowpayments-api-js");
const paytrail = new PaytrailClient({ merchantId: 375917, secretKey: "SAIPPUAKAUPPIAS", platformName: "shop" });
const transactionId = "681538c4-fc84-11e9-83bc-2ffcef4c3453";
const refund = Object.assign(new CreateRefundRequest(), { amount: 1000, refundStamp: "R-1", refundReference: "A-1", callbackUrls: Object.assign(new CallbackUrl(), { success: "https://shop.example/ok", cancel: "https://shop.example/no" }) });
const calls = {
  "paytrail, a refund": () => paytrail.createRefund(Object.assign(new CreateRefundParams(), { transactionId }), refund),
  "nowpayments, a payment": () => new NowPayments({ apiKey: "key" }).createPayment({ price_amount: 50, price_currency: "usd", pay_currency: "btc", order_id: "A-1" }),
};
(async () => {
  for (const [name, pay] of Object.entries(calls))
    for (const fault of ["lost", "500", "a page"]) {
      let sent = 0;
      const server = http.createServer((call, answer) =>
        call.resume().on("end", () => {
          sent++;
          if (fault === "lost") call.socket.destroy();
          else answer.writeHead(fault === "500" ? 500 : 200, { "content-type": fault === "500" ? "application/json" : "text/html" }).end(fault === "500" ? '{"message":"Internal error"}' : "<html>");
        }),
      );
      await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
      port = server.address().port;
      const heard = await pay().then((answer) => `fulfilled, ${JSON.stringify(answer)}`, () => "rejected");
      server.closeAllConnections();
      server.close();
      console.log(`${name}, ${fault}: sent ${sent}, ${heard}`);
    }
  process.exit();
})();
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
paytrail, a refund, lost: sent 1, fulfilled, {}
paytrail, a refund, 500: sent 1, fulfilled, {"message":"Internal error","status":500}
paytrail, a refund, a page: sent 1, fulfilled, {"message":"Success","status":200,"data":"<html>"}
nowpayments, a payment, lost: sent 1, rejected
nowpayments, a payment, 500: sent 1, fulfilled, {"message":"Internal error"}
nowpayments, a payment, a page: sent 1, fulfilled, "<html>"
TEXT
