#!/usr/bin/env bash
# iamporter 1.4.2 (npm), PortOne (I'mport) of Korea. cancelByImpUid writes the id into the object of options that the shop gave, and sends it only when it has a token. Two refunds at once that share
# { reason: "sold out" } both cancel the second payment, and each is told that it went well; the first one is never refunded. One after the other, a cancel by the shop's number
# still carries the id of the payment before. A 404 resolves as well, and a charge with the amount "1000" is made, then reported as a failure without a message, which calls for another one.
# Safe: a new object of options for each call, amounts as numbers, and go on only if status is 200.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts iamporter@1.4.2 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const { Iamporter } = require("iamporter");
const service = http.createServer((call, answer) => {
  let body = "";
  call.on("data", (part) => (body += part));
  call.on("end", () => {
    answer.setHeader("Content-Type", "application/json");
    if (call.url.endsWith("getToken")) return answer.end('{"code":0,"response":{"access_token":"t","expired_at":9999999999}}');
    const { imp_uid: id, merchant_uid: order } = JSON.parse(body);
    console.log(`  sent: ${[id, order].filter(Boolean).join(" and ")}`);
    if (id === "imp_9") return answer.writeHead(404).end('{"code":1,"message":"no such payment","response":null}');
    answer.end('{"code":0,"response":{"status":"paid","amount":1000}}');
  });
});
service.listen(0, "127.0.0.1", async () => {
  const shop = new Iamporter({ host: `http://127.0.0.1:${service.address().port}`, apiKey: "k", secret: "s" });
  const soldOut = { reason: "sold out" };
  console.log("imp_1 and imp_2 at once:");
  const answers = await Promise.all([shop.cancelByImpUid("imp_1", soldOut), shop.cancelByImpUid("imp_2", soldOut)]);
  console.log(`  told: ${answers.map(({ status }) => status).join(", ")}`);
  console.log("then the order A-3:");
  await shop.cancelByMerchantUid("A-3", soldOut);
  console.log("a payment that isn't found:");
  console.log(`  resolves with ${(await shop.cancelByImpUid("imp_9", {})).status}`);
  console.log('a charge of "1000":');
  await shop.paySubscription({ customer_uid: "c", merchant_uid: "A-4", amount: "1000" }).catch(({ name, message }) => console.log(`  ${name}: "${message}"`));
  process.exit();
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
imp_1 and imp_2 at once:
  sent: imp_2
  sent: imp_2
  told: 200, 200
then the order A-3:
  sent: imp_2 and A-3
a payment that isn't found:
  sent: imp_9
  resolves with 404
a charge of "1000":
  sent: A-4
  IamporterError: ""
TEXT
