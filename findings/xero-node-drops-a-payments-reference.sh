#!/usr/bin/env bash
# xero-node 20.0.0 (npm, 685,000 downloads a month). A payment whose members are written as they are sent, in capitals, loses them without a word:
# { Amount, Reference } is sent as {}, and { amount, Reference } without its reference, so that nobody finds the payment by its order. An invoice's date that
# is a Date is sent in UTC: one of 00:30 in Hong Kong on December 1 is dated November 30, in another month's books. Invoice numbers with a comma
# are asked for as two. And its errors are texts of JSON: `error.message` and `error.response` are undefined, so that a shop that tries again
# after a lost answer or a 503 by `error.response?.statusCode` or `error.code` does not. The service is a stand-in.
# Safe: members in camelCase, and look at what the answer says; dates as texts; JSON.parse(error).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts xero-node@20.0.0 >/dev/null
cat >shop.cjs <<'JS'
const { createServer } = require("node:http");
const { AccountingApi } = require("xero-node");
let lose = false;
const service = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  console.log(`  ${request.method} ${request.url} ${body === "{}" && request.method === "GET" ? "" : body}`.trimEnd());
  lose ? request.socket.destroy() : response.writeHead(200, { "content-type": "application/json" }).end("{}");
});
service.listen(0, async () => {
  const xero = new AccountingApi();
  xero.basePath = `http://localhost:${service.address().port}`;
  console.log("payments of A-1:");
  await xero.createPayment("tenant", { amount: 50, reference: "A-1" });
  await xero.createPayment("tenant", { amount: 50, Reference: "A-1" });
  await xero.createPayment("tenant", { Amount: 50, Reference: "A-1" });
  console.log("an invoice of December 1, 00:30 in Hong Kong:");
  await xero.createInvoices("tenant", { invoices: [{ date: new Date("2026-12-01T00:30:00+08:00") }] });
  console.log("the invoice A,2:");
  await xero.getInvoices("tenant", undefined, undefined, undefined, undefined, ["A,2"]);
  lose = true;
  console.log("a lost answer:");
  await xero.createPayment("tenant", { amount: 50 }).catch((error) => console.log(`  error ${typeof error}, message ${error.message}, code ${error.code}, body ${JSON.parse(error).body}`));
  service.close();
});
JS
TZ=Asia/Hong_Kong node shop.cjs | tee seen
diff seen - <<'TEXT'
payments of A-1:
  POST /Payments {"Amount":50,"Reference":"A-1"}
  POST /Payments {"Amount":50}
  POST /Payments {}
an invoice of December 1, 00:30 in Hong Kong:
  PUT /Invoices {"Invoices":[{"Date":"2026-11-30T16:30:00.000Z"}]}
the invoice A,2:
  GET /Invoices?InvoiceNumbers=A,2
a lost answer:
  POST /Payments {"Amount":50}
  error string, message undefined, code undefined, body socket hang up
TEXT
