#!/usr/bin/env bash
# @fincode/node 1.1.0 (npm, 8,500 downloads a month, Japan). An error whose body has a message, such as {"message":"Endpoint request timed out"} of a gateway with a 504, is told
# as "API call limit exceeded", whatever its status. But the charge behind the gateway may have been made: a shop that waits and charges again after a limit, as one
# does, charges twice. A body without JSON, or a lost answer, is told as FincodeSDKError.
# Safe: look at error.status: only 429 is a limit; after 5xx retrieve the payment, and give execute() an idempotentKey.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @fincode/node@1.1.0 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const http = require("node:http");
const https = require("node:https");
let port;
https.request = ({ path, method, headers }, heard) => http.request({ host: "127.0.0.1", port, path, method, headers }, heard);
const { createFincode } = require("@fincode/node");
const fincode = createFincode({ apiKey: "key", isLiveMode: false });
(async () => {
  for (const [status, body] of [[504, '{"message":"Endpoint request timed out"}'], [500, '{"message":"Internal server error"}'], [429, '{"message":"Too Many Requests"}'], [400, '{"errors":[{"error_code":"E1","error_message":"declined"}]}'], [504, "<html>"]]) {
    let charges = 0;
    const server = http.createServer((call, answer) => {
      charges++;
      answer.writeHead(status).end(body);
    });
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    port = server.address().port;
    const error = await fincode.payments.execute("o_1", { pay_type: "Card", access_id: "a_1", method: "1" }).catch((thrown) => thrown);
    server.closeAllConnections();
    server.close();
    console.log(`${status} ${body}: sent ${charges}, ${error.message}, exceeded ${error.exceeded}, status ${error.status}`);
  }
  process.exit();
})();
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
504 {"message":"Endpoint request timed out"}: sent 1, API call limit exceeded, exceeded true, status 504
500 {"message":"Internal server error"}: sent 1, API call limit exceeded, exceeded true, status 500
429 {"message":"Too Many Requests"}: sent 1, API call limit exceeded, exceeded true, status 429
400 {"errors":[{"error_code":"E1","error_message":"declined"}]}: sent 1, declined, exceeded false, status 400
504 <html>: sent 1, Failed to parse response body, exceeded undefined, status undefined
TEXT
