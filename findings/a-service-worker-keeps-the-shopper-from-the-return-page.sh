#!/usr/bin/env bash
# vite-plugin-pwa 2.0.0 (npm), as it begins, makes a service worker that answers each address of the shop with the kept index.html. The page to which the payment service sends the shopper back, GET /payment/return, then
# never reaches the shop's server: nothing there looks the order up, and the shopper sees the shop's first page. The first visit, a test with a fresh browser and a POST don't show it. In Chromium.
# Safe: workbox: { navigateFallbackDenylist: [/^\/payment\//] }; and an order that the notification, or a query of the shop's own, completes without the return page.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps vite@8.4.0 vite-plugin-pwa@2.0.0 workbox-build@7.4.1 workbox-window@7.4.1 playwright-core@1.65.1 @sparticuz/chromium@153.0.0 >/dev/null
mkdir app
echo '<!doctype html><title>first page of the shop</title><body><script type="module" src="/main.js"></script>' >app/index.html
echo 'import { registerSW } from "virtual:pwa-register"; registerSW({ immediate: true });' >app/main.js
cat >shop.mjs <<'JS'
import { readFileSync } from "node:fs";
import http from "node:http";
import chromium from "@sparticuz/chromium";
import { chromium as browsers } from "playwright-core";
import { build } from "vite";
import { VitePWA } from "vite-plugin-pwa";

const listen = (answer) =>
  new Promise((ready) => {
    const server = http.createServer(answer).listen(0, "127.0.0.1", () => ready(server.address().port));
  });
const browser = await browsers.launch({ executablePath: await chromium.executablePath(), args: ["--no-sandbox"] });
const types = { html: "text/html", js: "text/javascript" };
const workbox = { navigateFallbackDenylist: [/^\/payment\//] };
for (const [name, options] of Object.entries({ "as it begins": {}, "with a denylist": { workbox } })) {
  await build({ root: "app", logLevel: "silent", build: { outDir: "../dist", emptyOutDir: true }, plugins: [VitePWA({ registerType: "autoUpdate", ...options })] });
  let returns = 0;
  const shop = await listen((request, response) => {
    const { pathname } = new URL(request.url, "http://shop.example.com");
    if (pathname === "/payment/return") {
      returns++;
      return response.setHeader("Content-Type", "text/html").end("<title>thank you</title>");
    }
    try {
      const file = pathname === "/" ? "/index.html" : pathname;
      response.setHeader("Content-Type", types[file.split(".").at(-1)] ?? "application/octet-stream").end(readFileSync(`dist${file}`));
    } catch {
      response.writeHead(404).end();
    }
  });
  const back = `http://127.0.0.1:${shop}/payment/return?reference=A-1`;
  const service = await listen((request, response) => response.setHeader("Content-Type", "text/html").end(`<a href="${back}">back to the shop</a>`));
  const page = await (await browser.newContext()).newPage();
  const pay = async (visit) => {
    await page.goto(`http://localhost:${service}/`);
    await Promise.all([page.waitForURL(back), page.click("a")]);
    await page.waitForLoadState();
    console.log(`${name}, ${visit}: ${await page.title()}; the shop's server was asked ${returns} times`);
  };
  await pay("before the worker");
  await page.goto(`http://127.0.0.1:${shop}/`);
  await page.waitForFunction("navigator.serviceWorker.controller");
  await pay("with it");
}
process.exit();
JS
NODE_NO_WARNINGS=1 node shop.mjs 2>/dev/null | tee seen
diff seen - <<'TEXT'
as it begins, before the worker: thank you; the shop's server was asked 1 times
as it begins, with it: first page of the shop; the shop's server was asked 1 times
with a denylist, before the worker: thank you; the shop's server was asked 1 times
with a denylist, with it: thank you; the shop's server was asked 2 times
TEXT
