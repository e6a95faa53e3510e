#!/usr/bin/env bash
# newman 6.2.2 (npm, Postman's command line) with a data file. Texts in a CSV that look like numbers become numbers: the reference 0051 is sold as 51, 1E5
# as 100000, +852 as 852, 0x1F as 0, and 50.00 is sent as 50. In quotes in the CSV, they stay. A collection that keeps pm.response.json().id for its
# next request queries the id of another order, as ids of 19 digits lose their last digits in JavaScript.
# Safe: quotes in the CSV or a JSON file with texts, and /"id":(\d+)/.exec(pm.response.text())[1].
set -euo pipefail
folder=$(mktemp -d)
cleanup() { [ -n "${service:-}" ] && kill "$service"; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts newman@6.2.2 >/dev/null
cat >service.mjs <<'JS'
import http from "node:http";
http.createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part)).on("end", () => {
    console.log([request.method, request.url, body].join(" ").trim());
    response.setHeader("Content-Type", "application/json").end('{"id":1000000000000000001}');
  });
}).listen(24868, "127.0.0.1");
JS
cat >collection.json <<'JSON'
{
  "info": { "name": "shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  "item": [
    {
      "name": "sale",
      "event": [{ "listen": "test", "script": { "exec": ["pm.environment.set('id', pm.response.json().id)"] } }],
      "request": {
        "method": "POST",
        "url": "http://127.0.0.1:24868/sale",
        "body": { "mode": "raw", "raw": "{\"merchantReference\":\"{{reference}}\",\"amount\":{{amount}}}" }
      }
    },
    { "name": "query", "request": { "method": "GET", "url": "http://127.0.0.1:24868/order/{{id}}" } }
  ]
}
JSON
printf '%s\n' reference,amount 0051,50.00 1E5,1234567.10 +852,19.99 0x1F,5 '"0051","50.00"' >sales.csv
node service.mjs >sold & service=$!
for tries in $(seq 50); do (exec 3<>/dev/tcp/127.0.0.1/24868) 2>/dev/null && break || sleep 0.2; done
node node_modules/newman/bin/newman.js run collection.json --iteration-data sales.csv --silent 2>/dev/null
LC_ALL=C sort -u sold | tee seen
diff seen - <<'TEXT'
GET /order/1000000000000000000
POST /sale {"merchantReference":"0","amount":5}
POST /sale {"merchantReference":"0051","amount":50.00}
POST /sale {"merchantReference":"100000","amount":1234567.1}
POST /sale {"merchantReference":"51","amount":50}
POST /sale {"merchantReference":"852","amount":19.99}
TEXT
