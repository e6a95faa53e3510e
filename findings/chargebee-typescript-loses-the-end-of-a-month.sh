#!/usr/bin/env bash
# chargebee-typescript 2.53.0 (npm). A filter with two limits, { date: { after, before } }, is sent as date[after] and date[after][before]: the second limit has a name that isn't one, so that a month's
# report has no end, or is refused. The shop's own filter object is rewritten on the way. The settings of a second site in the process replace those of the first, whose invoices are then
# charged at the second site.
# Safe: { date: { between: [from, to] } }, a new object for each call, and the settings in each request(), as its second argument.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts chargebee-typescript@2.53.0 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const { ChargeBee } = require("chargebee-typescript");
const service = http.createServer((call, answer) => {
  const site = Buffer.from(call.headers.authorization.slice(6), "base64");
  call.resume().on("end", () => answer.end('{"list":[]}'));
  console.log(`${site} ${call.method} ${decodeURIComponent(call.url)}`);
});
service.listen(0, "127.0.0.1", async () => {
  const at = { protocol: "http", site: "127.0.0.1", hostSuffix: "", port: service.address().port };
  const first = new ChargeBee();
  first.configure({ ...at, api_key: "key_of_the_first" });
  const month = { date: { after: 1793491200, before: 1796083200 } };
  await first.invoice.list(month).request();
  console.log(`the filter afterwards: ${JSON.stringify(month)}`);
  await first.invoice.list({ date: { between: [1793491200, 1796083200] } }).request();
  new ChargeBee().configure({ ...at, api_key: "key_of_the_second" });
  await first.invoice.collect_payment("1", {}).request();
  process.exit();
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
key_of_the_first: GET /api/v2/invoices?date[after]=1793491200&date[after][before]=1796083200
the filter afterwards: {"date[after]":1793491200,"date[after][before]":1796083200}
key_of_the_first: GET /api/v2/invoices?date[between]=[1793491200,1796083200]
key_of_the_second: POST /api/v2/invoices/1/collect_payment
TEXT
