#!/usr/bin/env bash
# paddle-sdk 4.7.0 (npm), Paddle Classic. updateSubscription leaves out a price of 0: a subscription that becomes free keeps its price, Paddle says that all went well, and the customer is charged
# again next month. An empty passthrough isn't sent either. getSubscriptionPayments writes `from` as a day of UTC: midnight of December 1 in Tokyo asks for the payments from November 30.
# Safe: cancel the subscription, or a modifier by its whole price. Give days as new Date("2026-12-01").
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts paddle-sdk@4.7.0 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const { PaddleSDK } = require("paddle-sdk");
const service = http.createServer((call, answer) => {
  let body = "";
  call.on("data", (part) => (body += part));
  call.on("end", () => {
    const sent = [...new URLSearchParams(body)].filter(([name]) => !name.startsWith("vendor"));
    console.log(`${call.url}: ${sent.map(([name, value]) => `${name} ${value}`).join(", ")}`);
    answer.setHeader("Content-Type", "application/json").end('{"success":true,"response":{"subscription_id":7}}');
  });
});
service.listen(0, "127.0.0.1", async () => {
  const shop = new PaddleSDK("1", "k", "p", { server: `http://127.0.0.1:${service.address().port}` });
  await shop.updateSubscription(7, { price: 9.99, currency: "USD" });
  await shop.updateSubscription(7, { price: 0, currency: "USD", passthrough: "" });
  await shop.getSubscriptionPayments({ subscriptionID: 7, from: new Date(2026, 11, 1) });
  process.exit();
});
JS
TZ=Asia/Tokyo node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
/subscription/users/update: subscription_id 7, currency USD, recurring_price 9.99
/subscription/users/update: subscription_id 7, currency USD
/subscription/payments: subscription_id 7, from 2026-11-30
TEXT
