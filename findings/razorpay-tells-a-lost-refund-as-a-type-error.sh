#!/usr/bin/env bash
# razorpay 2.9.8 (npm), Razorpay of India. When the answer of a refund or a charge is lost, the SDK fails over its own error: the shop gets "TypeError: Cannot read properties of undefined (reading
# 'status')", without a code and without a word of the connection. Code that looks for ECONNRESET or error.statusCode takes it for a bug of its own, not for an unknown outcome, and sells again. A page of
# a proxy with 502 has `error: undefined`. A callback that throws after a refund is called once more, with its own error in the place of Razorpay's.
# Safe: take an error without statusCode for "unknown", and ask for the refunds of the payment. Promises, not callbacks.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts razorpay@2.9.8 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const Razorpay = require("razorpay");
let answers;
const service = http.createServer((call, answer) => call.resume().on("end", () => answers(call, answer)));
service.listen(0, "127.0.0.1", async () => {
  const shop = new Razorpay({ key_id: "k", key_secret: "s" });
  shop.api.rq.defaults.baseURL = `http://127.0.0.1:${service.address().port}`;
  const refund = () => shop.payments.refund("pay_1", { amount: 3000 });
  answers = (call) => call.socket.destroy();
  await refund().catch((error) => console.log(`lost: ${error.name}, code ${error.code}, statusCode ${error.statusCode}, "${error.message}"`));
  answers = (_, answer) => answer.writeHead(502).end("<html>Bad gateway</html>");
  await refund().catch((error) => console.log(`502: statusCode ${error.statusCode}, error ${error.error}`));
  answers = (_, answer) => answer.setHeader("Content-Type", "application/json").end('{"id":"rfnd_1"}');
  const heard = [];
  shop.payments.refund("pay_1", { amount: 3000 }, (error, refunded) => {
    heard.push(error ? `"${error.message}"` : refunded.id);
    if (!error) throw new Error("no database");
  });
  while (heard.length < 2) await new Promise(setImmediate);
  console.log(`callback: ${heard.join(", then ")}`);
  process.exit();
});
JS
timeout 60 node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
lost: TypeError, code undefined, statusCode undefined, "Cannot read properties of undefined (reading 'status')"
502: statusCode 502, error undefined
callback: rfnd_1, then "no database"
TEXT
