#!/usr/bin/env bash
# helmet 8.3.0 (npm), as it begins, and so @fastify/helmet, koa-helmet, elysia-helmet and nuxt-security, send form-action 'self'. Chromium applies that to the redirect that answers a form, too: a pay button
# in a form makes the order and then stays on the cart, with a line in the console alone. Each further click makes one more order. Firefox and a test without a browser go on to the payment page.
# A link, or location.assign after a fetch, works as well. helmet's default-src also keeps Chromium from showing the payment page in an iframe.
# Safe: form-action and frame-src with the payment page's origin, on the page with the button.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts helmet@8.3.0 express@5.3.0 playwright-core@1.65.1 @sparticuz/chromium@153.0.0 >/dev/null
cat >shop.mjs <<'JS'
import chromium from "@sparticuz/chromium";
import express from "express";
import helmet from "helmet";
import { chromium as browsers } from "playwright-core";

const listen = (app) =>
  new Promise((ready) => {
    const server = app.listen(0, "127.0.0.1", () => ready(`http://127.0.0.1:${server.address().port}`));
  });
const service = express();
service.get("/checkout", (request, response) => response.send("<title>payment page</title>"));
const checkoutUrl = `${await listen(service)}/checkout`;
let orders;
const shop = (headers) => {
  const app = express().use(headers);
  const pay = '<form method="post" action="/pay"><button id="form">Pay</button></form><a id="link" href="/pay">Pay</a>';
  app.get("/", (request, response) => response.send(`<title>cart</title>${pay}<iframe src="${checkoutUrl}"></iframe>`));
  app.all("/pay", (request, response) => {
    orders++;
    response.redirect(303, checkoutUrl);
  });
  return app;
};
const origin = new URL(checkoutUrl).origin;
const directives = { "form-action": ["'self'", origin], "frame-src": [origin] };
const shops = {
  "no headers": (request, response, next) => next(),
  helmet: helmet(),
  "helmet, with the payment page": helmet({ contentSecurityPolicy: { directives } }),
};
const browser = await browsers.launch({ executablePath: await chromium.executablePath(), args: ["--no-sandbox"] });
const shown = async (page) => {
  let before;
  for (let same = 0; same < 5; ) {
    await page.waitForTimeout(200);
    const now = await page.title().catch(() => "");
    same = now === before ? same + 1 : 0;
    before = now;
  }
  return before;
};
for (const [name, headers] of Object.entries(shops)) {
  const address = await listen(shop(headers));
  orders = 0;
  const page = await browser.newPage();
  const seen = [];
  for (const button of ["form", "link"]) {
    await page.goto(address);
    if (button === "form") seen.push(`iframe: ${page.frames()[1].url() === checkoutUrl ? "payment page" : "nothing"}`);
    await page.click(`#${button}`);
    seen.push(`${button}: ${await shown(page)}`);
  }
  console.log(`${name}: ${seen.join(", ")}, orders: ${orders}`);
}
process.exit();
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
no headers: iframe: payment page, form: payment page, link: payment page, orders: 2
helmet: iframe: nothing, form: cart, link: payment page, orders: 2
helmet, with the payment page: iframe: payment page, form: payment page, link: payment page, orders: 2
TEXT
