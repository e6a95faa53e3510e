#!/usr/bin/env bash
# @pinelab/vendure-plugin-qls-fulfillment 3.2.0 with @vendure/core 3.7.3 (npm), which has orders packed by a warehouse of the Netherlands. An order whose answer is lost is sent again by the job queue, three times, and without a key: four parcels
# for one order, of which the shop knows the last one or none.
# The warehouse's "sent" is logged as "Successfully updated order to 'Delivered'", also if Vendure refuses the transition, as it does for an order without a fulfillment: refusals are returned, not thrown.
# Safe: a search for customer_reference before each try, or autoPushOrders off and a job of the shop's own; the order's state after the webhook.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @vendure/core@3.7.3 @pinelab/vendure-plugin-qls-fulfillment@3.2.0 >/dev/null
# The plugin's service with a warehouse and a database that are kept in memory.
cat >shop.cjs <<'JS'
require("reflect-metadata");
const http = require("node:http");
const { Logger, OrderStateTransitionError, RequestContext } = require("@vendure/core");
const { QlsOrderService } = require("@pinelab/vendure-plugin-qls-fulfillment/dist/services/qls-order.service.js");
let logged = [];
Logger.useLogger({ info: (text) => logged.push(text), warn() {}, error() {}, verbose() {}, debug() {}, setDefaultContext() {} });
const warehouse = { parcels: [], lost: 0 };
const server = http.createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  warehouse.parcels.push(JSON.parse(body).customer_reference);
  if (warehouse.lost-- > 0) return request.socket.destroy();
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ data: { id: warehouse.parcels.length } }));
});
server.listen(0, "127.0.0.1", async () => {
  const order = { id: 1, code: "A-1", totalWithTax: 2000, customer: { firstName: "B", emailAddress: "b@shop.test" }, customFields: {}, shippingAddress: { streetLine1: "Street", streetLine2: "1", postalCode: "1000AA", city: "Town", countryCode: "nl" }, lines: [{ quantity: 1, productVariant: { sku: "tea", name: "tea", customFields: { qlsProductId: "q" } } }] };
  let rows = [];
  const repository = { findOne: async () => rows[0], save: async (row) => rows.push(row) };
  const orders = { findOne: async () => order, findOneByCode: async () => order, addNoteToOrder: async () => order, transitionToState: async () => new OrderStateTransitionError({ transitionError: "no fulfillment", fromState: "PaymentSettled", toState: "Delivered" }) };
  const options = { getConfig: () => ({ url: `http://127.0.0.1:${server.address().port}`, companyId: "c", brandId: "b", username: "u", password: "p" }), productSync: {}, orderSync: {} };
  const service = new QlsOrderService(options, {}, { publish: async () => {} }, orders, {}, { getRepository: () => repository });
  const ctx = { channel: { token: "shop" } };
  RequestContext.deserialize = () => ctx;
  // The queue's own tries: the first one and the three retries that the plugin asks for.
  const job = async () => {
    for (let attempt = 0; attempt < 4; attempt++) {
      try {
        return await service.handleOrderJob({ data: { ctx: {}, action: "push-order", orderId: 1 } });
      } catch (error) {
        var last = error.message;
      }
    }
    return `failed: ${last}`;
  };
  for (const lost of [0, 3, 4]) {
    Object.assign(warehouse, { parcels: [], lost });
    rows = [];
    const told = await job();
    console.log(`${lost} answers lost: ${warehouse.parcels.length} parcels of ${warehouse.parcels[0]}; ${told}`);
  }
  logged = [];
  await service.handleOrderStatusUpdate(ctx, { customer_reference: "A-1", status: "sent" });
  console.log(`refused by Vendure: ${logged.at(-1)}`);
  process.exit();
});
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
0 answers lost: 1 parcels of A-1; Order 'A-1' created in QLS with id '1'
3 answers lost: 4 parcels of A-1; Order 'A-1' created in QLS with id '4'
4 answers lost: 4 parcels of A-1; failed: fetch failed
refused by Vendure: Successfully updated order 'A-1' to 'Delivered'
TEXT
