#!/usr/bin/env bash
# pp-ipn 1.1.0 (npm) sends PayPal's notification back, to ask whether it is genuine. A value with a percent sign is sent as it is, without encoding: a paid order of "Cake & Tea 20% off", "B+ Tea 20% off" or "20%deal" comes back as
# another text, PayPal says INVALID, and the shop doubts a real payment. "Tea 20% off" passes by luck, as "% o" is no encoded character.
# paypal-ipn 3.0.0 encodes each value; PayPal's host is a stand-in here, which compares what comes back with what it has sent.
# Safe: the raw body of the notification with "cmd=_notify-validate&" before it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts pp-ipn@1.1.0 paypal-ipn@3.0.0 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const http = require("node:http");
const https = require("node:https");
let sent;
const server = http.createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const { cmd, ...back } = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()));
  response.end(JSON.stringify(back, Object.keys(back).sort()) === JSON.stringify(sent, Object.keys(sent).sort()) ? "VERIFIED" : "INVALID");
});
server.listen(0, "127.0.0.1", async () => {
  https.request = ({ path, method, headers }, answer) => http.request({ host: "127.0.0.1", port: server.address().port, path, method, headers }, answer);
  for (const name of ["pp-ipn", "paypal-ipn"]) {
    for (const item_name of ["Cake & Tea", "Tea 20% off", "Cake & Tea 20% off", "B+ Tea 20% off", "20%deal"]) {
      sent = { item_name, mc_gross: "19.99", payment_status: "Completed", txn_id: "T1" };
      const told = await new Promise((resolve) => require(name).verify({ ...sent }, (error, text) => resolve(error ? error.message : text)));
      console.log(`${name}, ${item_name}: ${told}`);
    }
  }
  process.exit();
});
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
pp-ipn, Cake & Tea: VERIFIED
pp-ipn, Tea 20% off: VERIFIED
pp-ipn, Cake & Tea 20% off: IPN Verification status: INVALID
pp-ipn, B+ Tea 20% off: IPN Verification status: INVALID
pp-ipn, 20%deal: IPN Verification status: INVALID
paypal-ipn, Cake & Tea: VERIFIED
paypal-ipn, Tea 20% off: VERIFIED
paypal-ipn, Cake & Tea 20% off: VERIFIED
paypal-ipn, B+ Tea 20% off: VERIFIED
paypal-ipn, 20%deal: VERIFIED
TEXT
