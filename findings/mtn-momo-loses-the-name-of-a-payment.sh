#!/usr/bin/env bash
# mtn-momo 2.0.0 (npm), MTN Mobile Money. It makes the id of a payment itself and gives it to the shop after the service has answered. If the answer is a 500, the shopper may still be asked on
# the phone and pay, but the error has no id to ask the service with, and a second try asks for another payment. If the answer is lost, the id stands in the configuration of the HTTP
# client's error alone.
# Safe: a call of your own with an X-Reference-Id that is stored first. error.config.headers["X-Reference-Id"] after a lost answer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mtn-momo@2.0.0 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const { inspect } = require("node:util");
const asked = [];
let fault;
const service = http.createServer((call, answer) => {
  call.resume().on("end", () => {
    answer.setHeader("Content-Type", "application/json");
    if (call.url.endsWith("/token/")) return answer.end('{"access_token":"t","expires_in":3600}');
    asked.push(call.headers["x-reference-id"]);
    if (fault === "lost") return call.socket.destroy();
    answer.writeHead(500).end('{"code":"INTERNAL_PROCESSING_ERROR","message":"busy"}');
  });
});
service.listen(0, "127.0.0.1", async () => {
  const { Collections } = require("mtn-momo").create({ callbackHost: "shop.example.com", baseUrl: `http://127.0.0.1:${service.address().port}` });
  const shop = Collections({ userSecret: "s", userId: "6f1a3c1e-7b1f-4c0a-9c55-0a3f1d7f9a10", primaryKey: "k" });
  const payment = { amount: "1000", currency: "UGX", externalId: "A-1", payer: { partyIdType: "MSISDN", partyId: "256774290781" } };
  for (fault of ["lost", "500", "500"]) {
    const error = await shop.requestToPay(payment).catch((thrown) => thrown);
    console.log(`${fault}: ${error.constructor.name}, with the id: ${inspect(error, { depth: 9 }).includes(asked.at(-1))}`);
  }
  console.log(`asked for ${new Set(asked).size} payments`);
  process.exit();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
lost: Error, with the id: true
500: InternalProcessingError, with the id: false
500: InternalProcessingError, with the id: false
asked for 3 payments
TEXT
