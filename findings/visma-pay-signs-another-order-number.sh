#!/usr/bin/env bash
# visma-pay 2.0.4 (npm), Visma Pay of Finland. It encodes an order's number as for an address, and sends it in JSON, where nothing decodes it. 2026/0051 is sent as 2026%2F0051, and signed as 2026/0051: the
# service's own sum over what it has read differs, and the payment is refused. A query, a capture and a cancellation of such an order fail alike.
# Safe: order numbers of letters, digits, dashes, points and underscores.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts visma-pay@2.0.4 >/dev/null
cat >shop.cjs <<'JS'
const { createHmac } = require("node:crypto");
const http = require("node:http");
const loaded = require("visma-pay");
// Visma Pay, which signs the order number that it has read.
const service = http.createServer((call, answer) => {
  let body = "";
  call.on("data", (part) => (body += part));
  call.on("end", () => {
    const { order_number, authcode } = JSON.parse(body);
    const isRight = createHmac("sha256", "p").update(`k|${order_number}`).digest("hex").toUpperCase() === authcode;
    console.log(`read ${order_number}, the authcode is ${isRight ? "right" : "wrong"}`);
    answer.end(JSON.stringify({ result: isRight ? 0 : 1 }));
  });
});
service.listen(0, "127.0.0.1", async () => {
  const shop = typeof loaded === "function" ? new loaded() : loaded;
  shop.setApiKey("k");
  shop.setPrivateKey("p");
  shop.setDefaultHost(`127.0.0.1:${service.address().port}`);
  shop.setUseHttps(false);
  for (const order_number of ["2026-0051", "2026/0051", "A 51"])
    await shop.createCharge({ order_number, amount: 1999, currency: "EUR", payment_method: { type: "e-payment" } }).catch(() => undefined);
  process.exit();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
read 2026-0051, the authcode is right
read 2026%2F0051, the authcode is wrong
read A%2051, the authcode is wrong
TEXT
