#!/usr/bin/env bash
# @vippsmobilepay/sdk 2.4.2 (npm), Vipps MobilePay of the Nordic countries. After a 500 it sends a call again with the same key, but for a capture or a refund it can't: the Request has been read, so that the shop gets a
# TypeError about a Request object in the place of { ok: false } with the 500. A lost answer throws, too, though errors are documented as a result. Each call makes an Idempotency-Key of its own, and none can be
# given: a shop that captures again after either is taken for a second capture.
# Safe: try and catch around each call, and payment.info before the next try. Captures with a key by fetch.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @vippsmobilepay/sdk@2.4.2 >/dev/null
cat >shop.mjs <<'JS'
import http from "node:http";
import { Client } from "@vippsmobilepay/sdk";
let fault;
let keys;
const service = http.createServer((call, answer) => {
  call.resume().on("end", () => {
    keys.push(call.headers["idempotency-key"]);
    if (fault === "lost") return call.socket.destroy();
    answer.writeHead(fault, { "Content-Type": "application/json" }).end("{}");
  });
});
service.listen(0, "127.0.0.1", async () => {
  const base = `http://127.0.0.1:${service.address().port}`;
  const { Request } = globalThis;
  globalThis.Request = class extends Request {
    constructor(url, options) {
      super(url.replace("https://apitest.vipps.no", base), options);
    }
  };
  const shop = Client({ merchantSerialNumber: "1", subscriptionKey: "k", useTestMode: true });
  const calls = {
    capture: () => shop.payment.capture("t", "A-1", { modificationAmount: { currency: "NOK", value: 3000 } }),
    info: () => shop.payment.info("t", "A-1"),
  };
  for (const [name, faults] of [["info", [500]], ["capture", [500, "lost"]]])
    for (fault of faults) {
      keys = [];
      const told = await calls[name]().then(({ ok }) => `{ ok: ${ok} }`, (error) => `throws "${error.name}: ${error.message}"`);
      console.log(`${name}, ${fault}: sent ${keys.length}, ${told}`);
    }
  [fault, keys] = [200, []];
  await calls.capture();
  await calls.capture();
  console.log(`two captures: ${new Set(keys).size} keys`);
  process.exit();
});
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
info, 500: sent 3, { ok: false }
capture, 500: sent 1, throws "TypeError: Cannot construct a Request with a Request object that has already been used."
capture, lost: sent 1, throws "TypeError: fetch failed"
two captures: 2 keys
TEXT
