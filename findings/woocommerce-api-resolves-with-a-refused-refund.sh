#!/usr/bin/env bash
# woocommerce-api 1.5.0 (npm, 10,000 downloads a month). Its promises resolve with each answer, a 500 or a 401 too, so that a shop that reads the body as its README does
# takes a refund that was refused for one that was made. A list of orders asked for by include[]=51&include[]=52 is sent over http as one order "51,52", once
# under another name. Its successor, @woocommerce/woocommerce-rest-api 1.0.2 (128,000), rejects, but over http it sends the first of two members of one name
# alone, if they stand in the path: include=51&include=52 asks for 51. The service is a stand-in.
# Safe: the successor, with { include: [51, 52] } as its second argument.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts woocommerce-api@1.5.0 @woocommerce/woocommerce-rest-api@1.0.2 >/dev/null
cat >shop.cjs <<'JS'
const { createServer } = require("node:http");
const WooCommerceAPI = require("woocommerce-api");
const WooCommerceRestApi = require("@woocommerce/woocommerce-rest-api").default;
const service = createServer((request, response) => {
  const { searchParams } = new URL(request.url, "http://localhost");
  const asked = [...searchParams].filter(([name]) => name.startsWith("include"));
  if (request.method === "GET") console.log(`  asked for ${[...new Set(asked.map(([name, value]) => `${name}=${value}`))].join(" and ")}`);
  response.writeHead(request.method === "GET" ? 200 : 500, { "content-type": "application/json" }).end('{"code":"refused"}');
});
service.listen(0, async () => {
  const options = { url: `http://localhost:${service.address().port}`, consumerKey: "key", consumerSecret: "secret", version: "wc/v3" };
  const older = new WooCommerceAPI({ ...options, wpAPI: true });
  const newer = new WooCommerceRestApi(options);
  const told = (name, call) => call.then(() => console.log(`${name}: resolves`), () => console.log(`${name}: rejects`));
  await told("woocommerce-api, a refund and a 500", older.postAsync("orders/51/refunds", { amount: "50.00" }));
  await told("its successor, a refund and a 500", newer.post("orders/51/refunds", { amount: "50.00" }));
  await told("woocommerce-api, the orders 51 and 52", older.getAsync("orders?include[]=51&include[]=52"));
  await told("its successor, in the path", newer.get("orders?include=51&include=52"));
  await told("its successor, as an argument", newer.get("orders", { include: [51, 52] }));
  service.close();
  service.closeAllConnections();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
woocommerce-api, a refund and a 500: resolves
its successor, a refund and a 500: rejects
  asked for include[0]=51,52 and include[]=51,52
woocommerce-api, the orders 51 and 52: resolves
  asked for include=51
its successor, in the path: resolves
  asked for include[0]=51 and include[1]=52
its successor, as an argument: resolves
TEXT
