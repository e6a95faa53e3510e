#!/usr/bin/env bash
# sdk-node-payway 1.0.8 (npm), Payway of Argentina (Decidir). A refund in part takes its amount inside of data, where a payment and all other calls take it bare. { amount: 1050 } is sent without a body, and that is how the package itself
# asks for a refund of everything. The error of each callback is empty: a declined card, a 500 and a page of HTML come as the result.
# Safe: partialRefund({ data: { amount } }, …), and a payment is paid if its status is approved.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts sdk-node-payway@1.0.8 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const payments = require("sdk-node-payway/lib/services/payments");
const refunds = require("sdk-node-payway/lib/services/refunds");
let answer;
const service = http.createServer((call, response) => {
  let body = "";
  call.on("data", (part) => (body += part));
  call.on("end", () => {
    if (call.url.endsWith("/refunds")) console.log(`${call.method} ${call.url}, body ${body || "empty"}`);
    const [status, type, text] = answer;
    response.writeHead(status, { "Content-Type": type }).end(text);
  });
});
const say = console.log;
console.log = (text, ...more) => (String(text).startsWith("POST ") ? say(text) : undefined);
service.listen(0, "127.0.0.1", async () => {
  const base = `http://127.0.0.1:${service.address().port}`;
  answer = [200, "application/json", '{"status":"approved"}'];
  await new Promise((done) => refunds.refund(base, "k", 1, done, "shop", "shop"));
  await new Promise((done) => refunds.partialRefund(base, "k", { data: { amount: 1050 } }, 2, done, "shop", "shop"));
  await new Promise((done) => refunds.partialRefund(base, "k", { amount: 1050 }, 3, done, "shop", "shop"));
  for (answer of [
    [402, "application/json", '{"status":"rejected"}'],
    [500, "application/json", '{"error":"busy"}'],
    [502, "text/html", "<h1>Bad Gateway</h1>"],
  ]) {
    const [result, error] = await new Promise((done) => payments.payment(base, "k", { amount: 1050 }, (...heard) => done(heard), "shop", "shop"));
    say(`${answer[0]}: error ${JSON.stringify(error)}, result ${Buffer.isBuffer(result) ? "a page" : JSON.stringify(result)}`);
  }
  process.exit();
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
POST /payments/1/refunds, body {}
POST /payments/2/refunds, body {"amount":1050}
POST /payments/3/refunds, body empty
402: error "", result {"status":"rejected"}
500: error "", result {"error":"busy"}
502: error "", result a page
TEXT
