#!/usr/bin/env bash
# checkout-sdk-node 5.2.1 (npm), Checkout.com's own SDK: its option timeout (60000 in the README) is not passed to fetch, its default client, so a sale whose answer is late is waited for as long as fetch waits; so is agent.
# A gateway's HTML page with status 200 resolves, without a status. getPaymentList({ reference }), by which a shop looks for a sale whose answer was lost, doesn't encode the reference: for "T-shirt & cap" it asks for "T-shirt ",
# for "A+1" for "A 1", and for "A#1" for "A". So a sale that was made isn't found, or another one is, and the shop sells again.
# Safe: httpClient: "axios", which keeps the time limit; encodeURIComponent around the reference; asking for a payment without an id again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts checkout-sdk-node@5.2.1 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import { Checkout } from "checkout-sdk-node";
import http from "node:http";
let late = true;
const server = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://service");
  if (request.method === "GET") {
    console.log(`  asked for "${searchParams.get("reference")}"`);
    return response.end('{"total_count":0,"data":[]}');
  }
  if (!late) return response.writeHead(200, { "Content-Type": "text/html" }).end("<html>Gateway</html>");
  setTimeout(() => response.writeHead(201, { "Content-Type": "application/json" }).end('{"id":"pay_1","status":"Authorized"}'), 3000);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const open = (httpClient) => {
  const checkout = new Checkout("sk_sbox_abcdefghijklmnopqrstuvwxyz4", { subdomain: "shop1234", timeout: 1000, httpClient });
  checkout.config.host = `http://127.0.0.1:${server.address().port}`;
  return checkout;
};
const sell = async (name, checkout) => {
  const sale = { source: { type: "id", id: "src_1" }, amount: 5000, currency: "HKD", reference: "A-1" };
  const result = await checkout.payments.request(sale).then(({ status, _raw }) => `resolved: ${status} ${_raw ?? ""}`.trim(), ({ name }) => `rejected: ${name}`);
  console.log(`${name}, ${result}`);
};
await sell("an answer after 3 s with a timeout of 1 s", open(undefined));
await sell("the same by axios", open("axios"));
late = false;
await sell("a page of HTML", open(undefined));
for (const reference of ["A-1", "T-shirt & cap", "A+1", "A#1"]) {
  console.log(`getPaymentList of "${reference}"`);
  await open(undefined).payments.getPaymentList({ reference });
}
process.exit();
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
an answer after 3 s with a timeout of 1 s, resolved: Authorized
the same by axios, rejected: ApiTimeout
a page of HTML, resolved: undefined <html>Gateway</html>
getPaymentList of "A-1"
  asked for "A-1"
getPaymentList of "T-shirt & cap"
  asked for "T-shirt "
getPaymentList of "A+1"
  asked for "A 1"
getPaymentList of "A#1"
  asked for "A"
TEXT
