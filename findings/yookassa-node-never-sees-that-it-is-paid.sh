#!/usr/bin/env bash
# @appigram/yookassa-node 1.1.11 and yandex-checkout 1.0.13 (npm), YooKassa of Russia. reload(), capture() and cancel() of a payment resolve with true and leave the payment as it
# was: what the service answers goes to the process's global object. A page that reloads its payment until it is paid waits for ever, and the last order's id, status and amount are
# globals. The first takes a 202, which says that the sale is still processed, for the payment itself: it has no id and no link.
# Safe: payment = await shop.getPayment(id), and a look at payment.id.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @appigram/yookassa-node@1.1.11 yandex-checkout@1.0.13 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
let status;
const service = http.createServer((call, answer) => {
  answer.setHeader("Content-Type", "application/json");
  answer.statusCode = status === "processing" ? 202 : 200;
  answer.end(JSON.stringify(status === "processing" ? { type: status, retry_after: 10 } : { id: "P-1", status }));
});
service.listen(0, "127.0.0.1", async () => {
  for (const name of ["@appigram/yookassa-node", "yandex-checkout"]) {
    const shop = require(name)({ shopId: "s", secretKey: "k", base_host: `http://127.0.0.1:${service.address().port}`, base_path: "/v3/" });
    status = "pending";
    const payment = await shop.createPayment({ amount: { value: "19.99", currency: "RUB" } });
    status = "succeeded";
    console.log(`${name}: reload() is ${await payment.reload()}, payment.status ${payment.status}, globalThis.status ${globalThis.status}`);
    console.log(`${name}: getPayment() has ${(await shop.getPayment("P-1")).status}`);
    if (name === "yandex-checkout") break;
    status = "processing";
    const { id, type } = await shop.createPayment({ amount: { value: "19.99", currency: "RUB" } });
    console.log(`${name}, after a 202: id ${id}, type ${type}`);
    delete globalThis.status;
  }
  process.exit();
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
@appigram/yookassa-node: reload() is true, payment.status pending, globalThis.status succeeded
@appigram/yookassa-node: getPayment() has succeeded
@appigram/yookassa-node, after a 202: id undefined, type processing
yandex-checkout: reload() is true, payment.status pending, globalThis.status succeeded
yandex-checkout: getPayment() has succeeded
TEXT
