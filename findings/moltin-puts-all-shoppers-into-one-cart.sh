#!/usr/bin/env bash
# @moltin/sdk 36.0.0 (npm, 5,000 downloads a month, Elastic Path) in a shop that renders on its server. Cart() without an id takes the cart that the SDK keeps; in Node.js
# it keeps it in a file, ./localStorage/mcart. So all shoppers of the server share one cart, with a client for each and after a restart, too, and whoever pays first
# pays for all. Currencies.Set is no better: with one client, the price list of the next shopper comes in the currency of the one before.
# Safe: storage: new MemoryStorageFactory() and a client for each request; or Cart(id) with an id from the shopper's session.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @moltin/sdk@36.0.0 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const { createServer } = require("node:http");
const { MemoryStorageFactory, gateway } = require("@moltin/sdk");
console.info = () => {};
const carts = {};
let currency;
const server = createServer(async (call, answer) => {
  let body = "";
  for await (const piece of call) body += piece;
  answer.setHeader("content-type", "application/json");
  if (call.url.startsWith("/oauth")) return answer.end(JSON.stringify({ access_token: "token", expires: Date.now() / 1000 + 3600, token_type: "Bearer" }));
  const cart = call.url.match(/carts\/(\w+)/)?.[1];
  if (cart) (carts[cart] ??= []).push(JSON.parse(body).data.id);
  else currency = call.headers["x-moltin-currency"];
  answer.end('{"data":[]}');
});
server.listen(0, "127.0.0.1", async () => {
  const client = (options) => gateway({ client_id: "shop", protocol: "http", host: `127.0.0.1:${server.address().port}`, ...options });
  await client().Cart().AddProduct("tea", 1);
  await client().Cart().AddProduct("coffee", 1);
  console.log("carts of two shoppers:", Object.values(carts).map((cart) => cart.join(" and ")).join(" | "));
  for (const item of ["cake", "bread"]) await client({ storage: new MemoryStorageFactory() }).Cart().AddProduct(item, 1);
  console.log("in memory:", Object.values(carts).slice(1).map((cart) => cart.join(" and ")).join(" | "));
  const shared = client();
  await shared.Currencies.Set("JPY");
  await shared.Products.All();
  console.log("the next shopper's currency:", currency);
  process.exit();
});
JS
node --no-warnings shop.cjs 2>/dev/null | grep -v "^Token status" | tee seen
diff seen - <<'TEXT'
carts of two shoppers: tea and coffee
in memory: cake | bread
the next shopper's currency: JPY
TEXT
