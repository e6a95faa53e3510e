#!/usr/bin/env bash
# moyasar 0.5.1 (npm), Moyasar of Saudi Arabia. refund(id, { amount }) leaves out an amount of 0, and Moyasar gives back all that is left of a payment when no amount is named: a return whose fees eat up its price, or
# whose rest was paid in another way, pays the whole order out. An amount that isn't in an object, refund(id, 3000), is left out without a word as well. "1,234" alone is an error.
# Safe: make no call for 0, and compare the `refunded` of the answer with what was asked for.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts moyasar@0.5.1 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const Moyasar = require("moyasar");
const service = http.createServer((call, answer) => {
  let body = "";
  call.on("data", (part) => (body += part));
  call.on("end", () => {
    console.log(`  ${call.method} ${call.url} ${body}`);
    answer.setHeader("Content-Type", "application/json").end("{}");
  });
});
service.listen(0, "127.0.0.1", async () => {
  const shop = new Moyasar("k");
  shop.payment.baseUrl = `http://127.0.0.1:${service.address().port}/`;
  for (const option of [{ amount: 3000 }, { amount: 0 }, 3000]) {
    console.log(`refund("p-1", ${JSON.stringify(option)})`);
    await shop.payment.refund("p-1", option);
  }
  process.exit();
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
refund("p-1", {"amount":3000})
  POST /payments/p-1/refund {"amount":3000}
refund("p-1", {"amount":0})
  POST /payments/p-1/refund {}
refund("p-1", 3000)
  POST /payments/p-1/refund {}
TEXT
