#!/usr/bin/env bash
# shopify-api-node 3.15.0 (npm, 306,000 downloads a month). Its maxRetries, which its documentation offers for 429, sends any call again after a connection
# that was lost and after a 500, POSTs too: with maxRetries: 3, a refund whose answer is lost is made four times, and so is an order or a
# gift card. Shopify's REST API takes no key for them. Without the option it is sent once. The shop at Shopify is a stand-in that counts.
# Safe: autoLimit instead, which waits before a call, or a second client with maxRetries for queries alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts shopify-api-node@3.15.0 >/dev/null
cat >shop.cjs <<'JS'
const { createServer } = require("node:http");
const Shopify = require("shopify-api-node");
const wait = globalThis.setTimeout;
globalThis.setTimeout = (run, ms, ...rest) => wait(run, ms >= 1000 && ms < 5000 ? 20 : ms, ...rest);
(async () => {
  for (const options of [{}, { autoLimit: true }, { maxRetries: 3 }]) {
    for (const fault of ["lost answer", 500, 422]) {
      let made = 0;
      const service = createServer((request, response) => request.resume().on("end", () => {
        made += 1;
        if (fault === "lost answer") request.socket.destroy();
        else response.writeHead(fault, { "content-type": "application/json" }).end("{}");
      }));
      await new Promise((resolve) => service.listen(0, resolve));
      const shop = new Shopify({ shopName: "shop", accessToken: "t", timeout: 5000, ...options });
      shop.baseUrl = { protocol: "http:", hostname: "localhost", port: service.address().port };
      const heard = await shop.refund.create(450789469, { transactions: [{ kind: "refund", amount: "10.00" }] }).then(() => "refunded", () => "an error");
      console.log(JSON.stringify(options).padEnd(18), String(fault).padEnd(12), "sent", made, "heard", heard);
      service.close();
    }
  }
  process.exit();
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
{}                 lost answer  sent 1 heard an error
{}                 500          sent 1 heard an error
{}                 422          sent 1 heard an error
{"autoLimit":true} lost answer  sent 1 heard an error
{"autoLimit":true} 500          sent 1 heard an error
{"autoLimit":true} 422          sent 1 heard an error
{"maxRetries":3}   lost answer  sent 4 heard an error
{"maxRetries":3}   500          sent 4 heard an error
{"maxRetries":3}   422          sent 1 heard an error
TEXT
