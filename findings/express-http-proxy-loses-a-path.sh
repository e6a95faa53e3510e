#!/usr/bin/env bash
# express-http-proxy 2.1.2 (npm) takes proxy("http://host/lane/a") and sends to http://host: the path of the address is left out, without a word.
# Behind http-proxy-middleware 4.2.1 the same address keeps it. So a shop's tests behind the first all share one account, and meet each other's
# orders. Safe: add the path in proxyReqPathResolver.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts express@5.3.0 express-http-proxy@2.1.2 http-proxy-middleware@4.2.1 >/dev/null
cat >shop.mjs <<'JS'
import http from "node:http";
import express from "express";
import proxy from "express-http-proxy";
import { createProxyMiddleware } from "http-proxy-middleware";
const service = http.createServer((request, response) => response.end(request.url)).listen(0, "127.0.0.1");
await new Promise((ready) => service.once("listening", ready));
const target = `http://127.0.0.1:${service.address().port}/lane/a`;
const shop = express();
shop.use("/pay", proxy(target));
shop.use("/kept", createProxyMiddleware({ target }));
shop.use("/resolved", proxy(target, { proxyReqPathResolver: ({ url }) => `/lane/a${url}` }));
const front = shop.listen(0, "127.0.0.1");
await new Promise((ready) => front.once("listening", ready));
for (const path of ["pay", "kept", "resolved"]) {
  const answer = await fetch(`http://127.0.0.1:${front.address().port}/${path}/sale`, { method: "POST" });
  console.log(`/${path}/sale: ${await answer.text()}`);
}
process.exit();
JS
seen=$(node shop.mjs)
echo "$seen"
expected='/pay/sale: /sale
/kept/sale: /lane/a/sale
/resolved/sale: /lane/a/sale'
[ "$seen" = "$expected" ]
