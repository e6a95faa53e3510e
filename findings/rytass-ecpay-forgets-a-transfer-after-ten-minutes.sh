#!/usr/bin/env bash
# @rytass/payments-adapter-ecpay 0.5.0 (npm), ECPay of Taiwan. Orders that wait for their payment are kept in memory for ten minutes, unless the shop gives a cache of its own. A transfer and a
# bill for a convenience store are paid hours or days later: ECPay's notification is answered with 400 and 0|OrderNotFound, and onCommit is never called. The same becomes of a notification that comes
# twice, and of each payment by WebATM, which the adapter offers. Times of Taipei are read as the server's own. A kept card is charged under another number than the order has,
# unless the shop gives one, so that ECPay knows no order of that id when it is refunded.
# Safe: ordersCache over your database, no WEB_ATM, TZ=Asia/Taipei, and orderId in each checkoutWithBoundCard.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @rytass/payments@0.3.0 @rytass/payments-adapter-ecpay@0.5.0 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const { mock } = require("node:test");
const { Channel } = require("@rytass/payments");
const { ECPayPayment } = require("@rytass/payments-adapter-ecpay");
const commits = [];
let chargedAs;
const server = http.createServer((request, response) => {
  if (request.url !== "/MerchantMember/AuthCardID/V2") return pay.defaultServerListener(request, response);
  let body = "";
  request.on("data", (part) => (body += part));
  request.on("end", () => {
    chargedAs = new URLSearchParams(body).get("MerchantTradeNo");
    const answer = { RtnCode: 1, AllpayTradeNo: "T-1", process_date: "2026/11/29 10:00:00" };
    response.end(new URLSearchParams(pay.addMac(answer)).toString());
  });
});
const pay = new ECPayPayment({ onCommit: (order) => commits.push(order.committedAt.toISOString()), language: "" });
server.listen(0, "127.0.0.1", async () => {
  pay.baseUrl = `http://127.0.0.1:${server.address().port}`;
  const prepare = async (channel) => {
    const order = await pay.prepare({ channel, items: [{ name: "shirt", unitPrice: 100, quantity: 1 }] });
    return order.form && order;
  };
  const notify = async ({ id }, PaymentType) => {
    const paid = { MerchantID: "2000132", MerchantTradeNo: id, RtnCode: 1, TradeNo: "T-1", TradeAmt: 100, PaymentType };
    const dates = { PaymentDate: "2026/11/29 10:00:00", TradeDate: "2026/11/29 09:00:00", process_date: "2026/11/29 10:00:00" };
    const body = new URLSearchParams(pay.addMac({ ...paid, ...dates }));
    const answer = await fetch(`${pay.baseUrl}/payments/ecpay/callback`, { method: "POST", body });
    return `${answer.status} ${await answer.text()}`;
  };
  const first = await prepare(Channel.CREDIT_CARD);
  console.log(`paid at once: ${await notify(first, "Credit_CreditCard")}`);
  console.log(`told again: ${await notify(first, "Credit_CreditCard")}`);
  console.log(`WebATM: ${await notify(await prepare(Channel.WEB_ATM), "WebATM_TAISHIN")}`);
  const now = performance.now.bind(performance);
  const late = await prepare(Channel.CVS_KIOSK);
  mock.method(performance, "now", () => now() + 11 * 60 * 1000);
  console.log(`a bill, paid after eleven minutes: ${await notify(late, "CVS_IBON")}`);
  console.log(`committed, at 10:00 of Taipei: ${commits}`);
  const kept = await pay.checkoutWithBoundCard({ memberId: "1", cardId: "2", items: [{ name: "shirt", unitPrice: 100, quantity: 1 }] });
  console.log(`a kept card is charged under the order's id: ${kept.id === chargedAs}`);
  process.exit();
});
JS
TZ=UTC node shop.cjs | tee seen
diff seen - <<'TEXT'
paid at once: 200 1|OK
told again: 400 0|OrderNotFound
WebATM: 400 0|OrderNotFound
a bill, paid after eleven minutes: 400 0|OrderNotFound
committed, at 10:00 of Taipei: 2026-11-29T10:00:00.000Z
a kept card is charged under the order's id: false
TEXT
