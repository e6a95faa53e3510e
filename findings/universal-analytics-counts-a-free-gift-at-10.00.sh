#!/usr/bin/env bash
# universal-analytics 0.5.4 (npm, 5.5 million downloads a month). In a chain of calls, as its README shows for an order and its items, a 0 is taken for what isn't given, and
# comes from the call before: a free gift has the price of the shoes before it, so that the items' sum is not the order's. A shipping of 0 is left out.
# The service is a stand-in.
# Safe: amounts as texts, "0".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts universal-analytics@0.5.4 >/dev/null
cat >shop.cjs <<'JS'
const { createServer } = require("node:http");
const service = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  for (const line of body.split("\n")) {
    const { t, ti, tr, ts, ip, ic } = Object.fromEntries(new URLSearchParams(line));
    console.log(t === "item" ? `  ${ic} of ${ti} at ${ip}` : `  order ${ti} of ${tr}, shipping ${ts}`);
  }
  response.end();
});
service.listen(0, async () => {
  const visitor = require("universal-analytics")("UA-1-1", { hostname: `http://localhost:${service.address().port}`, http: true });
  const sent = (chain) => new Promise((resolve) => chain.send(resolve));
  console.log("a chain:");
  await sent(visitor.transaction("A-1", 15, 5).item(10, 1, "shoes").item(0, 1, "gift").transaction("A-2", 10, 0));
  console.log("texts:");
  await sent(visitor.transaction("A-1", 15, 5).item("10", 1, "shoes").item("0", 1, "gift").transaction("A-2", 10, "0"));
  service.close();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
a chain:
  order A-1 of 15, shipping 5
  shoes of A-1 at 10
  gift of A-1 at 10
  order A-2 of 10, shipping undefined
texts:
  order A-1 of 15, shipping 5
  shoes of A-1 at 10
  gift of A-1 at 0
  order A-2 of 10, shipping 0
TEXT
