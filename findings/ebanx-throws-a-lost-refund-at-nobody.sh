#!/usr/bin/env bash
# ebanx 1.5.0 (npm), EBANX of Latin America. If the answer of a charge or a refund is lost, the SDK doesn't call the callback: it throws inside its HTTP client, where no try of the shop's is, so that
# only process.on("uncaughtException") hears of it, without the order. A 500 is no error: the callback gets null and the page as a text. Its settings are one per
# process: configuring a second shop makes the first one charge with its key.
# Safe: call EBANX with fetch, and look the payment up when it fails. One process for each key.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ebanx@1.5.0 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const ebanx = require("ebanx");
let answer;
const service = http.createServer((call, reply) => {
  const { searchParams } = new URL(call.url, "http://127.0.0.1");
  call.resume().on("end", () => answer(call, reply, searchParams));
});
service.listen(0, "127.0.0.1", async () => {
  const first = ebanx();
  first.settings.getEndPoint = () => `http://127.0.0.1:${service.address().port}/`;
  first.configure({ integrationKey: "key_of_the_first", testMode: true });
  const refund = (shop) =>
    new Promise((resolve) => {
      process.once("uncaughtException", ({ message }) => resolve(`uncaught: ${message}`));
      try {
        shop.refund({ operation: "request", hash: "h", amount: "30.00", description: "returned" }, (error, body) => resolve(`callback: ${error}, ${body}`));
      } catch ({ message }) {
        resolve(`caught: ${message}`);
      }
    });
  answer = (call) => call.socket.destroy();
  console.log(`lost: ${await refund(first)}`);
  answer = (_, reply) => reply.writeHead(500).end("busy");
  console.log(`500: ${await refund(first)}`);
  ebanx().configure({ integrationKey: "key_of_the_second", testMode: true });
  answer = (_, reply, query) => reply.end(query.get("integration_key"));
  console.log(`the first shop, after the second: ${await refund(first)}`);
  process.exit();
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
lost: uncaught: Error: socket hang up
500: callback: null, busy
the first shop, after the second: callback: null, key_of_the_second
TEXT
