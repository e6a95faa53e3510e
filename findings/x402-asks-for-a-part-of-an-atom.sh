#!/usr/bin/env bash
# x402 1.2.0 with x402-express 1.2.0 and x402-fetch 1.2.0 (npm): a price in dollars is multiplied by a million and isn't rounded. $2.01 is
# 2009999.9999999998 of the smallest unit, which the client's schema refuses before it pays. So nobody buys what costs $2.01, while $2.02 sells, and the
# shop's log shows a 402, as for each first call. 2384 of the prices from 0.01 to 1000.00 are such.
# Safe: the price as { amount: "2010000", asset }, or x402's second version (@x402/core), which counts with texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps x402@1.2.0 x402-express@1.2.0 x402-fetch@1.2.0 express@5.3.0 viem@2.57.20 >/dev/null
cat >pay.mjs <<'JS'
import express from "express";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { processPriceToAtomicAmount } from "x402/shared";
import { paymentMiddleware } from "x402-express";
import { wrapFetchWithPayment } from "x402-fetch";
const listen = (app) => new Promise((done) => { const server = app.listen(0, "127.0.0.1", () => done(server)); });
const payer = `0x${"1".repeat(40)}`;
const facilitator = await listen(
  express()
    .post("/verify", (_, answer) => answer.json({ isValid: true, payer }))
    .post("/settle", (_, answer) => answer.json({ success: true, transaction: "0x1", network: "base-sepolia", payer })),
);
const prices = ["$1", "$2.01", 2.01, "$2.02", "$19.99", "$67.35"];
const routes = Object.fromEntries(prices.map((price, at) => [`GET /${at}`, { price, network: "base-sepolia" }]));
const app = express().use(paymentMiddleware(`0x${"2".repeat(40)}`, routes, { url: `http://127.0.0.1:${facilitator.address().port}` }));
const shop = await listen(app.get("/:at", (_, answer) => answer.send("sold")));
const pay = wrapFetchWithPayment(fetch, privateKeyToAccount(generatePrivateKey()), 10n ** 9n);
for (const [at, price] of prices.entries()) {
  const url = `http://127.0.0.1:${shop.address().port}/${at}`;
  const asked = (await (await fetch(url)).json()).accepts[0].maxAmountRequired;
  const bought = await pay(url).then(async (answer) => `${answer.status} ${await answer.text()}`, (error) => `${error.name}: ${error.issues[0].path.join(".")}`);
  console.log(JSON.stringify(price), asked, bought);
}
let broken = 0;
for (let cents = 1; cents <= 100000; cents++) if (!/^\d+$/.test(processPriceToAtomicAmount(cents / 100, "base").maxAmountRequired)) broken++;
console.log(`${broken} of 100000 prices`);
for (const server of [shop, facilitator]) server.close().closeAllConnections();
JS
node pay.mjs | tee seen
diff seen - <<'TEXT'
"$1" 1000000 200 sold
"$2.01" 2009999.9999999998 ZodError: maxAmountRequired
2.01 2009999.9999999998 ZodError: maxAmountRequired
"$2.02" 2020000 200 sold
"$19.99" 19990000 200 sold
"$67.35" 67350000 200 sold
2384 of 100000 prices
TEXT
