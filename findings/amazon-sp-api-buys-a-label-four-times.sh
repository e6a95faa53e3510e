#!/usr/bin/env bash
# amazon-sp-api 1.2.1 (npm), client of Amazon's marketplaces. Whatever loses its answer to a closed connection is sent again by default, without an end: retry_remote_timeout is true, also for what buys a shipping label,
# pays out or moves money from the seller's wallet. A label whose answer is lost three times is bought four times, and the shop hears of one. The pause of ten seconds that is meant to be between two tries stands in
# the branch of debug_log: without it, the tries follow each other at once, and with a network that is down for an hour, for that hour.
# Safe: options: { retry_remote_timeout: false }, and look for the shipment of the order before another try.
# The client speaks HTTPS to Amazon alone; here https.request is led to a stand-in on this machine.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts amazon-sp-api@1.2.1 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const https = require("node:https");
const { SellingPartner } = require("amazon-sp-api");
let labels = 0;
let lost = 0;
const server = http.createServer((request, response) => {
  request.resume().on("end", () => {
    labels++;
    if (labels <= lost) return request.socket.destroy();
    response.end(JSON.stringify({ payload: { ShipmentId: `S-${labels}` } }));
  });
});
https.request = ({ method, path, headers }, answered) => http.request({ method, path, headers, port: server.address().port, host: "127.0.0.1" }, answered);
const body = { ShipmentRequestDetails: { AmazonOrderId: "A-1" }, ShippingServiceId: "parcel" };
const ship = async (name, failures, options) => {
  [labels, lost] = [0, failures];
  const client = new SellingPartner({ region: "eu", refresh_token: "r", access_token: "a", credentials: { SELLING_PARTNER_APP_CLIENT_ID: "c", SELLING_PARTNER_APP_CLIENT_SECRET: "s" }, options });
  const began = Date.now();
  const told = await client.callAPI({ operation: "merchantFulfillment.createShipment", body }).then(({ ShipmentId }) => ShipmentId, ({ code }) => code);
  console.log(`${name}: ${told}, bought ${labels}${Date.now() - began < 5000 ? ", at once" : ""}`);
};
server.listen(0, "127.0.0.1", async () => {
  await ship("answered", 0);
  await ship("three answers lost", 3);
  await ship("without retry_remote_timeout", 3, { retry_remote_timeout: false });
  server.close();
  process.exit();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
answered: S-1, bought 1, at once
three answers lost: S-4, bought 4, at once
without retry_remote_timeout: ECONNRESET, bought 1, at once
TEXT
