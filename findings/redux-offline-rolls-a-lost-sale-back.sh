#!/usr/bin/env bash
# @redux-offline/redux-offline 2.6.0 (npm) keeps a shop's calls until there is a network. But a POST that meets a broken connection is given up at once and
# rolled back, because its `discard` gives up on every error that has no status, and a failed fetch has none. The sale was made, and the shop shows
# that it was not. A 500 is sent again eleven times in two hours. A 402 is rolled back, as it should be.
# Safe: a `discard` and an `effect` of your own, and a query of the order before a rollback.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @redux-offline/redux-offline@2.6.0 redux@5.0.1 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const { createStore } = require("redux");
const { createOffline } = require("@redux-offline/redux-offline");
const { default: defaults } = require("@redux-offline/redux-offline/lib/defaults");
globalThis.window = globalThis;
let [mode, sales] = ["", 0];
const service = http.createServer((request, response) => request.resume().on("end", () => {
  sales++;
  if (mode === "lost") request.socket.destroy();
  else response.writeHead(Number(mode), { "content-type": "application/json" }).end("{}");
}));
const sell = (url) => new Promise((resolve) => {
  const { middleware, enhanceReducer, enhanceStore } = createOffline({
    ...defaults, persist: () => {}, detectNetwork: (online) => online(true),
    retry: (action, retries) => defaults.retry(action, retries) && 1,
  });
  const reducer = (state = {}, { type }) => (["PAID", "NOT_PAID"].includes(type) && resolve(type), state);
  const store = enhanceStore(createStore)(enhanceReducer(reducer), require("redux").applyMiddleware(middleware));
  const offline = { effect: { url, method: "POST", json: { merchantReference: "A-1" } }, commit: { type: "PAID" }, rollback: { type: "NOT_PAID" } };
  store.dispatch({ type: "SELL", meta: { offline } });
});
service.listen(0, "127.0.0.1", async () => {
  for (mode of ["lost", "500", "402"]) {
    sales = 0;
    const told = await sell(`http://127.0.0.1:${service.address().port}/sale`);
    console.log(`${mode}: sent ${sales} times, ${told}`);
  }
  process.exit();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
lost: sent 1 times, NOT_PAID
500: sent 11 times, NOT_PAID
402: sent 1 times, NOT_PAID
TEXT
