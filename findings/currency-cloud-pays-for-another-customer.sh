#!/usr/bin/env bash
# currency-cloud 4.4.0 (npm), the official client of Currencycloud, by which firms pay abroad for their customers. onBehalfOf(id, work) keeps the customer
# in one variable of the module, and forgets it only if the work succeeds: after one refused payment, all later payments of the process,
# also the firm's own, are made for that customer, until a restart, and the next onBehalfOf throws. While the work of one customer
# runs, calls of any other request are made for that customer, too. The service is a stand-in.
# Safe: give onBehalfOf, which each call takes as a parameter, yourself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts currency-cloud@4.4.0 request@2.88.2 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const { createServer } = require("node:http");
const { settings } = require("currency-cloud/package.json");
const service = createServer(async (request, response) => {
  let form = "";
  for await (const part of request) form += part;
  if (request.url.includes("authenticate")) return response.end('{"auth_token":"t"}');
  const asked = Object.fromEntries(new URLSearchParams(form));
  console.log(`   paid ${asked.amount} for`, asked.on_behalf_of ?? "the firm itself");
  response.writeHead(asked.amount === "9.00" ? 400 : 200, { "content-type": "application/json" }).end('{"error_messages":{}}');
});
const [anna, bert] = ["1", "2"].map((digit) => `${digit.repeat(8)}-1111-1111-1111-111111111111`);
service.listen(0, async () => {
  settings.environment.demo = `http://localhost:${service.address().port}`;
  const cloud = require("currency-cloud");
  await cloud.authentication.login({ environment: "demo", loginId: "l", apiKey: "k" });
  const pay = (amount) => cloud.payments.create({ amount, currency: "EUR", beneficiaryId: "b", reason: "r", reference: "A-1" }).then(() => {}, () => { throw new Error("refused"); });
  console.log("two at once, for Anna and for the firm:");
  await Promise.all([cloud.onBehalfOf(anna, () => pay("1.00")), pay("2.00")]);
  console.log("a payment for Anna that is refused:");
  await cloud.onBehalfOf(anna, () => pay("9.00")).catch((error) => console.log("  ", error.message));
  console.log("a payment of the firm:");
  await pay("3.00");
  console.log("a payment for Bert:");
  try { await cloud.onBehalfOf(bert, () => pay("4.00")); } catch (error) { console.log("  ", error.message); }
  service.closeAllConnections();
  service.close();
});
JS
node shop.cjs 2>&1 | tee seen
diff seen - <<'TEXT'
two at once, for Anna and for the firm:
   paid 1.00 for 11111111-1111-1111-1111-111111111111
   paid 2.00 for 11111111-1111-1111-1111-111111111111
a payment for Anna that is refused:
   paid 9.00 for 11111111-1111-1111-1111-111111111111
   refused
a payment of the firm:
   paid 3.00 for 11111111-1111-1111-1111-111111111111
a payment for Bert:
   onBehalfOf has already been called and not yet completed
TEXT
