#!/usr/bin/env bash
# expresscheckout-nodejs 1.0.0 (npm, Juspay in India): order.update writes the order's number right behind /orders, without a slash, so that no order can be changed. The status and the refund of the
# order A-1#2 go to the order A-1, and those of A/1 to another address. A base URL with a port is given to the network as a host's name, and http is
# spoken as https, so that the library can't be pointed at a sandbox on the shop's own machine.
# Safe: encodeURIComponent around each number, and a POST of your own for changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "name": "shop", "version": "1.0.0" }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts expresscheckout-nodejs@1.0.0 >/dev/null
cat >shop.cjs <<'JS'
const { EventEmitter } = require("node:events");
const https = require("node:https");
const { Juspay } = require("expresscheckout-nodejs");
// What is given to the network, and an answer to it.
https.request = ({ host, port, method, path }) => {
  console.log(`  ${method} ${path} at host "${host}", port "${port}"`);
  const response = Object.assign(new EventEmitter(), { statusCode: 200, headers: {}, setEncoding() {} });
  const request = Object.assign(new EventEmitter(), { setTimeout() {}, write() {}, end() {} });
  setImmediate(() => {
    request.emit("response", response);
    setImmediate(() => (response.emit("data", '{"status":"CHARGED"}'), response.emit("end")));
  });
  return request;
};
Juspay.customLogger = () => Juspay.silentLogger;
const { order } = new Juspay({ merchantId: "m", baseUrl: "http://127.0.0.1:8080", apiKey: "k" });
(async () => {
  for (const number of ["A-1", "A/1", "A-1#2"]) {
    console.log(`status, refund and update of ${number}`);
    await order.status(number);
    await order.refund(number, { unique_request_id: "r1", amount: "50.00" });
    await order.update(number, { amount: "50.00" });
  }
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
status, refund and update of A-1
  GET /orders/A-1?order_id=A-1 at host "127.0.0.1:8080", port "8080"
  POST /orders/A-1/refunds at host "127.0.0.1:8080", port "8080"
  POST /ordersA-1 at host "127.0.0.1:8080", port "8080"
status, refund and update of A/1
  GET /orders/A/1?order_id=A%2F1 at host "127.0.0.1:8080", port "8080"
  POST /orders/A/1/refunds at host "127.0.0.1:8080", port "8080"
  POST /ordersA/1 at host "127.0.0.1:8080", port "8080"
status, refund and update of A-1#2
  GET /orders/A-1 at host "127.0.0.1:8080", port "8080"
  POST /orders/A-1 at host "127.0.0.1:8080", port "8080"
  POST /ordersA-1 at host "127.0.0.1:8080", port "8080"
TEXT
