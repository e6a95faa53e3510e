#!/usr/bin/env bash
# avatax 26.9.0 (npm, 474,000 downloads a month) and taxjar 5.0.0 (170,000) put an order's number into the path as it is. A shop that numbers its second try
# A-1#2 and deletes it at TaxJar deletes A-1; at AvaTax its void is a POST to the transaction A-1, without the word void, and a look-up answers A-1.
# avatax also rejects only what has a member `error`: a 503 of a gateway with { "message" }, a 401, a 500 whose body is null resolve, so that
# a shop books a sale as reported that was not. The services are stand-ins.
# Safe: numbers of letters, digits and dashes; encodeURIComponent before the call; and a sale is recorded only if the answer has its code.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts avatax@26.9.0 taxjar@5.0.0 >/dev/null
cat >shop.cjs <<'JS'
const { createServer } = require("node:http");
const Taxjar = require("taxjar");
const Avatax = require("avatax").default ?? require("avatax");
let status = 200;
let body = '{"code":"A-1"}';
const service = createServer((request, response) => {
  console.log(`  ${request.method} ${request.url}`);
  response.writeHead(status, { "content-type": "application/json" }).end(body);
});
service.listen(0, async () => {
  const base = `http://localhost:${service.address().port}`;
  const avatax = new Avatax({ appName: "shop", appVersion: "1", machineName: "till", environment: base }).withSecurity({ username: "ann", password: "secret" });
  const taxjar = new Taxjar({ apiKey: "key", apiUrl: base });
  const order = { companyCode: "SHOP", transactionCode: "A-1#2" };
  console.log("taxjar, A-1#2:");
  await taxjar.showOrder("A-1#2");
  await taxjar.deleteOrder("A-1#2");
  console.log("avatax, A-1#2:");
  await avatax.getTransactionByCode(order);
  await avatax.voidTransaction({ ...order, model: { code: "DocVoided" } });
  for ([status, body] of [[503, '{"message":"Service Unavailable"}'], [401, '{"message":"Unauthorized"}'], [500, "null"], [503, '{"error":{"code":"Busy","message":"busy"}}']]) {
    console.log(`avatax, a sale and a ${status} with ${body}:`);
    await avatax.createTransaction({ model: { code: "A-2" } }).then((answer) => console.log("  resolves with", JSON.stringify(answer)), ({ message }) => console.log("  rejects:", message));
  }
  service.close();
  service.closeAllConnections();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
taxjar, A-1#2:
  GET /v2/transactions/orders/A-1
  DELETE /v2/transactions/orders/A-1
avatax, A-1#2:
  GET /api/v2/companies/SHOP/transactions/A-1
  POST /api/v2/companies/SHOP/transactions/A-1
avatax, a sale and a 503 with {"message":"Service Unavailable"}:
  POST /api/v2/transactions/create
  resolves with {"message":"Service Unavailable"}
avatax, a sale and a 401 with {"message":"Unauthorized"}:
  POST /api/v2/transactions/create
  resolves with {"message":"Unauthorized"}
avatax, a sale and a 500 with null:
  POST /api/v2/transactions/create
  resolves with null
avatax, a sale and a 503 with {"error":{"code":"Busy","message":"busy"}}:
  POST /api/v2/transactions/create
  rejects: busy
TEXT
