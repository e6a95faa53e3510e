#!/usr/bin/env bash
# @vippsmobilepay/sdk 2.4.2 (npm), the official client of Vipps MobilePay (Norway, Denmark, Finland), says that it tries a call again after a 500,
# up to twice, which is safe, as it sends an idempotency key. But it hands fetch the same Request, whose body is used up: a GET is sent three times, a
# payment, a capture or a refund once. Instead of an answer with ok: false, the caller gets a TypeError, while the refund may be made.
# There is no way to give a key of your own: each call has a new one, so that a refund that is called again is made again. A lost answer is thrown, too.
# Safe: catch errors, and ask for the payment's state before you call again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @vippsmobilepay/sdk@2.4.2 >/dev/null
cat >shop.mjs <<'JS'
import { createServer } from "node:http";
import { Client } from "@vippsmobilepay/sdk";
let broken = true;
let seen = [];
const service = createServer((request, response) => {
  request.resume().on("end", () => {
    seen.push({ call: `${request.method} ${request.url}`, key: request.headers["idempotency-key"] });
    response.writeHead(broken ? 500 : 200, { "content-type": "application/json" }).end("{}");
  });
});
await new Promise((resolve) => service.listen(0, resolve));
const ours = `http://localhost:${service.address().port}`;
// The client's address is fixed, so each Request is made for this machine.
globalThis.Request = class extends Request {
  constructor(input, init) { super(typeof input === "string" ? input.replace("https://apitest.vipps.no", ours) : input, init); }
};
const vipps = Client({ merchantSerialNumber: "1", subscriptionKey: "s", useTestMode: true, retryRequests: true });
const refund = () => vipps.payment.refund("token", "A-1", { modificationAmount: { currency: "NOK", value: 1999 } });
const show = async (what, call) => {
  seen = [];
  const told = await call().then(({ ok }) => `ok: ${ok}`, (error) => `${error.name}: ${error.message}`);
  console.log(`${what}: ${told}\n   sent ${seen.length} times, with ${new Set(seen.map(({ key }) => key)).size} keys`);
};
await show("a query, 500", () => vipps.payment.info("token", "A-1"));
await show("a refund, 500", refund);
broken = false;
await show("a refund, called twice", async () => [await refund(), await refund()][1]);
service.closeAllConnections();
service.close();
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
a query, 500: ok: false
   sent 3 times, with 1 keys
a refund, 500: TypeError: Cannot construct a Request with a Request object that has already been used.
   sent 1 times, with 1 keys
a refund, called twice: ok: true
   sent 2 times, with 2 keys
TEXT
