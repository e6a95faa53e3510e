#!/usr/bin/env bash
# typed-rest-client 3.1.2 and urllib 4.9.2 (npm) post again, body and all, to the address of a 303. A 303 means that the POST was carried out and
# its result is read with GET, which needle 3.5.0 does. A sale that is answered so is sent twice, and the second is a second sale unless the service
# knows its reference. needle in turn makes a 307 a GET without a body: nothing is charged there, and its answer has the status 200.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts typed-rest-client@3.1.2 urllib@4.9.2 needle@3.5.0 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const { HttpClient } = require("typed-rest-client/HttpClient");
const urllib = require("urllib");
const needle = require("needle");
let seen = [];
const service = http.createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part));
  request.on("end", () => {
    seen.push(`${request.method} ${request.url} ${body}`.trim());
    const status = Number(request.url.slice(1));
    if (status) return response.writeHead(status, { Location: "/sales/1" }).end();
    response.end("{}");
  });
});
const sale = '{"amount":50}';
const headers = { "Content-Type": "application/json" };
const clients = {
  "typed-rest-client": (url) => new HttpClient("shop").post(url, sale, headers),
  urllib: (url) => urllib.request(url, { method: "POST", content: sale, headers }),
  needle: (url) => needle("post", url, sale, { headers, follow_max: 1 }),
};
service.listen(0, "127.0.0.1", async () => {
  for (const [name, post] of Object.entries(clients))
    for (const status of [303, 307]) {
      seen = [];
      await post(`http://127.0.0.1:${service.address().port}/${status}`);
      console.log(`${name}: ${seen.join(", ")}`);
    }
  process.exit();
});
JS
seen=$(node shop.cjs)
echo "$seen"
expected='typed-rest-client: POST /303 {"amount":50}, POST /sales/1 {"amount":50}
typed-rest-client: POST /307 {"amount":50}, POST /sales/1 {"amount":50}
urllib: POST /303 {"amount":50}, POST /sales/1 {"amount":50}
urllib: POST /307 {"amount":50}, POST /sales/1 {"amount":50}
needle: POST /303 {"amount":50}, GET /sales/1
needle: POST /307 {"amount":50}, GET /sales/1'
[ "$seen" = "$expected" ]
