#!/usr/bin/env bash
# gmopg 6.0.0 (npm), GMO Payment Gateway of Japan. What it posts as a form isn't encoded. The service reads a plus as a space: a shopper with tom+shop@example.com never gets the mail that says
# where and until when to pay at the till of a convenience store. A "%" of a free field is read as the begin of another character.
# Safe: encodeURIComponent for each text that you give it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts gmopg@6.0.0 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const { default: GmoPg } = require("gmopg");
const service = http.createServer((call, answer) => {
  let body = "";
  call.on("data", (part) => (body += part));
  call.on("end", () => {
    const read = new URLSearchParams(body);
    console.log(`${call.url} is told MailAddress "${read.get("MailAddress")}", ClientField1 "${read.get("ClientField1")}"`);
    answer.end("OrderID=A-1");
  });
});
service.listen(0, "127.0.0.1", async () => {
  const shop = new GmoPg({ baseUrl: `http://127.0.0.1:${service.address().port}`, ShopID: "s", ShopPass: "p" });
  const sale = { AccessID: "a", AccessPass: "p", OrderID: "A-1" };
  await shop.execTran({ ...sale, MailAddress: "tom+shop@example.com", ClientField1: "20%25 off" });
  await shop.execTran({ ...sale, MailAddress: encodeURIComponent("tom+shop@example.com"), ClientField1: encodeURIComponent("20%25 off") });
  process.exit();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
/payment/ExecTran.idPass is told MailAddress "tom shop@example.com", ClientField1 "20% off"
/payment/ExecTran.idPass is told MailAddress "tom+shop@example.com", ClientField1 "20%25 off"
TEXT
