#!/usr/bin/env bash
# @space48/bigcommerce-api 0.3.1 (npm, 7,000 downloads a month) refunds an order of a BigCommerce shop, and a gateway in between answers 502 after the refund was made. The
# client sends the same refund five times in all; Management.Client takes no option against it. @shopify/graphql-client 2.0.0, on which Shopify's own clients stand,
# with retries: 3: a refundCreate whose answer is lost is sent four times, then the promise is fulfilled, with `errors`. A 502 it sends once.
# Safe: Management.V3.Client with a transport of your own; no retries for a mutation; look up the order's refunds before you refund again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @space48/bigcommerce-api@0.3.1 @shopify/graphql-client@2.0.0 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const http = require("node:http");
const https = require("node:https");
const { Management } = require("@space48/bigcommerce-api");
const { createGraphQLClient } = require("@shopify/graphql-client");
const bigcommerce = (port) => {
  https.request = ({ path, method, headers }, heard) => http.request({ host: "127.0.0.1", port, path, method, headers }, heard);
  const refund = { items: [{ item_type: "ORDER", item_id: 51, amount: 10 }], payments: [{ provider_id: "card", amount: 10, offline: false }] };
  return new Management.Client({ storeHash: "shop", accessToken: "token" }).v3.post("/orders/{order_id}/payment_actions/refunds", { path: { order_id: 51 }, body: refund });
};
const shopify = (retries) => (port) =>
  createGraphQLClient({ url: `http://127.0.0.1:${port}/graphql.json`, headers: { "Content-Type": "application/json" }, retries }).request("mutation { refundCreate(input: { orderId: 51 }) { refund { id } } }");
(async () => {
  for (const [name, refund, fault] of [["bigcommerce", bigcommerce, 502], ["bigcommerce", bigcommerce, "lost"], ["shopify, retries: 3", shopify(3), "lost"], ["shopify, retries: 3", shopify(3), 502], ["shopify", shopify(0), "lost"]]) {
    let refunds = 0;
    const server = http.createServer((call, answer) => {
      refunds++;
      fault === "lost" ? call.socket.destroy() : answer.writeHead(fault).end("{}");
    });
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    const heard = await refund(server.address().port).then(({ errors }) => (errors ? "fulfilled, with errors" : "fulfilled"), () => "an error");
    server.closeAllConnections();
    server.close();
    console.log(`${name}, ${fault}: refunded ${refunds}, ${heard}`);
  }
  process.exit();
})();
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
bigcommerce, 502: refunded 5, an error
bigcommerce, lost: refunded 1, an error
shopify, retries: 3, lost: refunded 4, fulfilled, with errors
shopify, retries: 3, 502: refunded 1, fulfilled, with errors
shopify, lost: refunded 1, fulfilled, with errors
TEXT
