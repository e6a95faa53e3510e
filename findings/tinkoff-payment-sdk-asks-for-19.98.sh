#!/usr/bin/env bash
# @jfkz/tinkoff-payment-sdk 2.0.0-0 (npm) makes kopecks of rubles with Math.floor: a sale of 19.99 is asked for as 1998, and so are a refund and the items of a receipt. 573 of the 9999
# amounts from 0.01 to 99.99 are a kopeck too low. A capture alone takes kopecks as they are, so 30 captures 0.30. The expiry 1127 of an answer becomes the year -1973, which
# JavaScript has, so that each card that is kept is out of date.
# Safe: add half a kopeck to a sale and a refund, such as 19.995, capture in kopecks, and read the expiry yourself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @jfkz/tinkoff-payment-sdk@2.0.0-0 >/dev/null
cat >shop.cjs <<'JS'
const { ApiManager } = require("@jfkz/tinkoff-payment-sdk");
let sent;
const httpClient = {
  sendRequest: async ({ payload }) => {
    sent = payload;
    return { status: 200, payload: { Success: true, ErrorCode: "0", Amount: payload.Amount, ExpDate: "1127" } };
  },
};
const service = new ApiManager({ httpClient, terminalKey: "t", password: "p" });
(async () => {
  const answer = await service.initPayment({ OrderId: "A-1", Amount: 19.99 });
  console.log(`sale of 19.99: asks for ${sent.Amount} kopecks, expiry ${answer.ExpDate.getFullYear()}`);
  await service.cancelPayment({ PaymentId: 1, Amount: 0.29 });
  console.log(`refund of 0.29: asks for ${sent.Amount} kopecks`);
  await service.confirmPayment({ PaymentId: 1, Amount: 30 });
  console.log(`capture of 30: asks for ${sent.Amount} kopecks`);
  let lower = 0;
  for (let kopecks = 1; kopecks <= 9999; kopecks++) {
    await service.initPayment({ OrderId: "A-1", Amount: kopecks / 100 });
    if (sent.Amount < kopecks) lower += 1;
  }
  console.log(`${lower} of 9999 sales are too low`);
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
sale of 19.99: asks for 1998 kopecks, expiry -1973
refund of 0.29: asks for 28 kopecks
capture of 30: asks for 30 kopecks
573 of 9999 sales are too low
TEXT
