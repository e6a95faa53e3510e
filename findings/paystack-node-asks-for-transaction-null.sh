#!/usr/bin/env bash
# paystack-node 0.3.0 (npm), Paystack of Nigeria. An id that is a number, as in each of Paystack's notifications and answers, becomes /transaction/null: the shop never finds the payment. Lists and objects
# are sent as JSON texts, so that channels is no list. What it asks in a query is encoded twice: refunds of the reference A=1 are asked for as A%3D1, and a day's times have %3A for their colons.
# Safe: String(id). Ask for lists with a client of your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts paystack-node@0.3.0 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const Paystack = require("paystack-node");
const service = http.createServer((call, answer) => {
  let body = "";
  call.on("data", (part) => (body += part));
  call.on("end", () => {
    const { pathname, searchParams } = new URL(call.url, "http://127.0.0.1");
    const asked = [...searchParams].map(([name, value]) => `${name} ${value}`).join(", ");
    console.log([call.method, pathname, asked, body && `channels ${JSON.stringify(JSON.parse(body).channels)}`].filter(Boolean).join(" "));
    answer.setHeader("Content-Type", "application/json").end('{"status":true}');
  });
});
service.listen(0, "127.0.0.1", async () => {
  const shop = new Paystack("k");
  shop.mergeNewOptions({ baseUrl: `http://127.0.0.1:${service.address().port}` });
  await shop.getTransaction({ id: 4099260516 });
  await shop.getTransaction({ id: "4099260516" });
  await shop.listRefund({ reference: "A=1" });
  await shop.transactionTotals({ from: new Date("2026-11-30T10:00:00Z") });
  await shop.initializeTransaction({ amount: 1999, email: "tom@example.com", channels: ["bank"] });
  process.exit();
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
GET /transaction/null
GET /transaction/4099260516
GET /refund reference A%3D1, currency NGN
GET /transaction/totals from 2026-11-30T10%3A00%3A00.000
POST /transaction/initialize channels "[\"bank\"]"
TEXT
