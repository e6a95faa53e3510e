#!/usr/bin/env bash
# node-bigcommerce 4.1.0 (npm) asks for answers in gzip or deflate, and compresses one in deflate once more instead of reading it: a refund that
# was made rejects with a SyntaxError.
# Safe: looking a refund up after a SyntaxError, or a proxy that answers in gzip. Calls no network.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts node-bigcommerce@4.1.0 nock@14.0.17 >/dev/null
cat >shop.cjs <<'JS'
const { deflateSync, gzipSync } = require("node:zlib");
const nock = require("nock");
const BigCommerce = require("node-bigcommerce");
nock.disableNetConnect();
const shop = new BigCommerce({ clientId: "id", accessToken: "token", storeHash: "shop", responseType: "json", apiVersion: "v3" });
const api = nock("https://api.bigcommerce.com").persist();
let made = 0;
const answer = (encoding, compress) => () => {
  made++;
  return [201, compress(JSON.stringify({ data: { id: 7 } })), { "content-type": "application/json", "content-encoding": encoding }];
};
api.post("/stores/shop/v3/orders/1/payment_actions/refunds").reply(answer("gzip", gzipSync));
api.post("/stores/shop/v3/orders/2/payment_actions/refunds").reply(answer("deflate", deflateSync));
(async () => {
  for (const [order, encoding] of [[1, "gzip"], [2, "deflate"]]) {
    const refund = shop.post(`/orders/${order}/payment_actions/refunds`, { amount: 50 });
    console.log(`${encoding}: ${await refund.then(({ data }) => data.id, ({ name }) => name)}, ${made} made`);
  }
})();
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
gzip: 7, 1 made
deflate: SyntaxError, 2 made
TEXT
