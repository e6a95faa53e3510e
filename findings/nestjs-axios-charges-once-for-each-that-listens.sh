#!/usr/bin/env bash
# @nestjs/axios 12.0.1 with rxjs 7.8.2 (npm): HttpService.post sends nothing by itself. Each one that subscribes to what it gives sends the charge anew: a route that logs the
# answer with subscribe() and returns the same value to NestJS, which subscribes, too, charges twice; with firstValueFrom for the order's row it's three times.
# A job that calls post() and doesn't wait charges never. share() is no cure for one that subscribes after the answer: it's sent once more.
# Safe: const receipt = await firstValueFrom(http.post(…)), once, and use the receipt.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @nestjs/axios@12.0.1 @nestjs/common@12 rxjs@7.8.2 axios@1.21.1 reflect-metadata@0.2.2 >/dev/null 2>&1
cat >shop.cjs <<'JS'
require("reflect-metadata");
const { createServer } = require("node:http");
const { HttpService } = require("@nestjs/axios");
const axios = require("axios");
const { firstValueFrom, share } = require("rxjs");
let charges = 0;
const service = createServer((_, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ receipt: ++charges }));
});
const shops = {
  "not waited for": (sale) => sale,
  "firstValueFrom": (sale) => firstValueFrom(sale),
  "logged and returned": (sale) => (sale.subscribe(), firstValueFrom(sale)),
  "share(), logged and returned": (sale) => ((sale = sale.pipe(share())), sale.subscribe(), firstValueFrom(sale)),
  "share(), returned and then logged": async (sale) => (await firstValueFrom((sale = sale.pipe(share()))), sale.subscribe()),
};
service.listen(0, "127.0.0.1", async () => {
  const http = new HttpService(axios.create({ baseURL: `http://127.0.0.1:${service.address().port}` }));
  for (const [name, shop] of Object.entries(shops)) {
    charges = 0;
    await shop(http.post("/charges", { amount: 1999 }));
    await new Promise((resolve) => setTimeout(resolve, 300));
    console.log(`${name}: ${charges} charged`);
  }
  process.exit();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
not waited for: 0 charged
firstValueFrom: 1 charged
logged and returned: 2 charged
share(), logged and returned: 1 charged
share(), returned and then logged: 2 charged
TEXT
