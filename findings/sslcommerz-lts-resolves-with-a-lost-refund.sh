#!/usr/bin/env bash
# sslcommerz-lts 1.2.0 (npm), SSLCommerz of Bangladesh. A refund whose answer is lost, or is a proxy's page, resolves with an Error, which await takes for an answer. What the shop writes into a refund isn't encoded:
# the remark "order #51" ends the address, and the number of the payment, the shop's id and its password behind it are never sent; "socks & shoes" is cut. init sends an emi_option of 0 as nothing.
# Safe: `if (answer instanceof Error)`, encodeURIComponent around each value, and "0" as a text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts sslcommerz-lts@1.2.0 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const SSLCommerz = require("sslcommerz-lts");
let answer;
const service = http.createServer((call, reply) => {
  let body = "";
  call.on("data", (part) => (body += part));
  call.on("end", () => answer(call, reply, body));
});
service.listen(0, "127.0.0.1", async () => {
  const shop = new SSLCommerz("shop", "p", false);
  const base = `http://127.0.0.1:${service.address().port}`;
  Object.assign(shop, { refundURL: `${base}/refund?`, initURL: `${base}/init` });
  const refund = (refund_remarks) => shop.initiateRefund({ refund_amount: 30, refund_remarks, bank_tran_id: "B-1", refe_id: "R-1" });
  const told = (value) => (value instanceof Error ? "resolves with an Error" : JSON.stringify(value));
  answer = (call) => call.socket.destroy();
  console.log(`lost: ${told(await refund("returned"))}`);
  answer = (_, reply) => reply.writeHead(502).end("<html>");
  console.log(`502: ${told(await refund("returned"))}`);
  answer = ({ url }, reply) => {
    const names = [...new URL(url, base).searchParams].filter(([name]) => name !== "v" && name !== "format");
    console.log(`  ${names.map(([name, value]) => `${name} ${value}`).join(", ")}`);
    reply.end("{}");
  };
  for (const remark of ["returned", "order #51", "socks & shoes"]) await refund(remark);
  answer = (_, reply, body) => {
    console.log(`emi_option ${JSON.stringify(/name="emi_option"\r\n\r\n(.*)\r\n/.exec(body)[1])}`);
    reply.end("{}");
  };
  await shop.init({ total_amount: 100, tran_id: "A-1", emi_option: 0 });
  process.exit();
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
lost: resolves with an Error
502: resolves with an Error
  refund_amount 30, refund_remarks returned, bank_tran_id B-1, refe_id R-1, store_id shop, store_passwd p
  refund_amount 30, refund_remarks order 
  refund_amount 30, refund_remarks socks ,  shoes , bank_tran_id B-1, refe_id R-1, store_id shop, store_passwd p
emi_option ""
TEXT
