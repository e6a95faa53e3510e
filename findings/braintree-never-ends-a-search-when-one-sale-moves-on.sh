#!/usr/bin/env bash
# braintree 3.40.0 (npm), gateway.transaction.search as a stream: it asks for the ids first, then for each page by its ids and the same conditions. If one sale of a page no longer fits, as when it is settled between the two calls, the other
# sales of that page are never given, and the stream neither ends nor fails: a job that submits, ships or books what the search finds waits for ever. With a callback each() gives the others, and never says when it is done.
# A page of which nothing is left throws inside the library, which prints a TypeError, and the shop hears nothing.
# Safe: a time limit for the search; counting each()'s sales against length() with a time limit; conditions that don't change, such as created_at.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts braintree@3.40.0 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import braintree from "braintree";
import http from "node:http";
const service = { sales: [], settled: [] };
const xml = (text) => `<?xml version="1.0" encoding="UTF-8"?>${text}`;
const sale = (id) => `<transaction><id>${id}</id><status>submitted_for_settlement</status><amount>50.00</amount></transaction>`;
const server = http.createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  const { ids } = JSON.parse(body).search;
  const found = ids?.filter((id) => !service.settled.includes(id));
  response.writeHead(200, { "Content-Type": "application/xml" });
  if (found) response.end(xml(`<credit-card-transactions type="collection">${found.map(sale).join("")}</credit-card-transactions>`));
  else response.end(xml(`<search-results><page-size type="integer">2</page-size><ids type="array">${service.sales.map((id) => `<item>${id}</item>`).join("")}</ids></search-results>`));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const environment = new braintree.Environment("127.0.0.1", String(server.address().port), "http://127.0.0.1", false);
const gateway = new braintree.BraintreeGateway({ environment, merchantId: "shop", publicKey: "key", privateKey: "key" });
const waiting = (promise) => Promise.race([promise, new Promise((resolve) => setTimeout(resolve, 3000, "still waiting after 3 s"))]);
const conditions = (search) => search.status().is("submitted_for_settlement");
async function show(settled) {
  Object.assign(service, { sales: ["A", "B", "C", "D", "E"], settled });
  const seen = [];
  const read = async () => {
    for await (const { id } of gateway.transaction.search(conditions)) seen.push(id);
    return "ended";
  };
  const end = await waiting(read().catch((error) => `failed: ${error.message}`));
  console.log(`five sales in pages of two, ${settled.join(" and ") || "none"} settled: ${seen.join(" ") || "nothing"}, ${end}`);
}
await show([]);
await show(["A"]);
await show(["C"]);
await show(["E"]);
service.settled = ["A"];
const seen = [];
gateway.transaction.search(conditions, (_, found) => found.each((_, { id }) => seen.push(id)));
await waiting(new Promise(() => {}));
console.log(`with a callback: ${seen.sort().join(" ")}`);
process.exit();
JS
node --no-warnings shop.mjs | grep -E "^(five|with)" | tee seen
diff seen - <<'TEXT'
five sales in pages of two, none settled: A B C D E, ended
five sales in pages of two, A settled: nothing, still waiting after 3 s
five sales in pages of two, C settled: A B, still waiting after 3 s
five sales in pages of two, E settled: A B C D, still waiting after 3 s
with a callback: B C D E
TEXT
