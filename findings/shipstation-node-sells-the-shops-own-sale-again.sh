#!/usr/bin/env bash
# shipstation-node 1.5.6 (npm, 15,000 downloads a month) with a retryConfig. It puts axios-retry on axios itself, not on an instance of its own. So the shop's own calls
# by axios are repeated, too: a sale whose answer is lost is sent four times with retries: 3, as axios-retry takes a lost answer of a POST for one that may be repeated.
# The condition that its README shows calls axios.isRetryableError, which doesn't exist: with it the shop is told of a TypeError instead. The service is a stand-in.
# Safe: no retryConfig, or the shop's own calls by axios.create().
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts shipstation-node@1.5.6 axios@1.21.1 esbuild@0.28.2 >/dev/null
cat >shop.mjs <<'JS'
import { createServer } from "node:http";
import axios from "axios";
import ShipStation from "shipstation-node";
let calls = 0;
const service = createServer((request) => {
  calls += 1;
  request.socket.destroy();
});
service.listen(0, async () => {
  const base = `http://localhost:${service.address().port}`;
  const sell = (http) => http.post(`${base}/sale`, { reference: "A-1" }).catch((error) => error.code ?? error.message);
  const tell = (name, told) => {
    console.log(`${name}: sent ${calls} times, told ${told}`);
    calls = 0;
  };
  tell("before", await sell(axios));
  const options = { credentials: { v1: { apiKey: "key", apiSecret: "secret" }, v2: { apiKey: "key" } }, requestConfig: { baseURL: base } };
  const own = axios.create();
  new ShipStation({ ...options, retryConfig: { retries: 3 } });
  tell("beside a ShipStation client with retries: 3", await sell(axios));
  tell("the same by axios.create()", await sell(own));
  axios.interceptors.response.clear();
  axios.interceptors.request.clear();
  new ShipStation({ ...options, retryConfig: { retries: 3, retryCondition: (error) => axios.isRetryableError(error) } });
  tell("with its README's condition", await sell(axios));
  service.close();
  service.closeAllConnections();
});
JS
npx esbuild shop.mjs --bundle --platform=node --log-level=error --outfile=shop.cjs
node shop.cjs | tee seen
diff seen - <<'TEXT'
before: sent 1 times, told ECONNRESET
beside a ShipStation client with retries: 3: sent 4 times, told ECONNRESET
the same by axios.create(): sent 1 times, told ECONNRESET
with its README's condition: sent 1 times, told axios_default.isRetryableError is not a function
TEXT
