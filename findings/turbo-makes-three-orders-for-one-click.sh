#!/usr/bin/env bash
# Libraries that make a shop's pages fast ask for a link before it is clicked. Where a link makes an order and leads on to the payment page, @hotwired/turbo 8.0.23 makes one each time that the pointer passes over
# it, and one for the click, since its own request may not follow to another origin and the browser then asks once more; swup 4.10.0 makes two for a click, and four with its preload plugin 3.2.12; @barba/core
# 2.10.3 one and one. @barba/prefetch 2.2.0 and quicklink 3.0.2 make one as soon as the page shows the link. A link that cancels an order cancels it in the same way, also with instant.page 5.2.0, which leaves
# out links with a query. In Chromium.
# Safe: a form with POST for what changes something, data-turbo-prefetch="false" and data-turbo="false", and a merchantReference that was made with the cart.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps playwright-core@1.65.1 @sparticuz/chromium@153.0.0 @hotwired/turbo@8.0.23 swup@4.10.0 @swup/preload-plugin@3.2.12 @barba/core@2.10.3 \
  @barba/prefetch@2.2.0 quicklink@3.0.2 instant.page@5.2.0 >/dev/null
cat >shop.mjs <<'JS'
import { readFileSync } from "node:fs";
import http from "node:http";
import chromium from "@sparticuz/chromium";
import { chromium as browsers } from "playwright-core";

const of = (...files) => files.map((file) => `<script src="/files/${file}"></script>`).join("");
const swup = of("swup/dist/Swup.umd.js");
const barba = of("@barba/core/dist/barba.umd.js");
const libraries = {
  none: "",
  turbo: of("@hotwired/turbo/dist/turbo.es2017-umd.js"),
  swup: `${swup}<script>new Swup()</script>`,
  "swup, preload": `${swup}${of("@swup/preload-plugin/dist/index.umd.js")}<script>new Swup({ plugins: [new SwupPreloadPlugin()] })</script>`,
  barba: `${barba}<script>barba.init()</script>`,
  "barba, prefetch": `${barba}${of("@barba/prefetch/dist/barba-prefetch.umd.js")}<script>barba.use(barbaPrefetch); barba.init()</script>`,
  quicklink: `${of("quicklink/dist/quicklink.umd.js")}<script>onload = () => quicklink.listen()</script>`,
  "instant.page": '<script type="module" src="/files/instant.page/instantpage.js"></script>',
};
const links = '<a id="pay" href="/pay?cart=51">Pay</a><br><br><a id="cancel" href="/orders/50/cancel">Cancel the order 50</a>';
let library, counts;
const listen = (answer) =>
  new Promise((ready) => {
    const server = http.createServer(answer).listen(0, "127.0.0.1", () => ready(`http://127.0.0.1:${server.address().port}`));
  });
const checkoutUrl = await listen((request, response) => response.setHeader("Content-Type", "text/html").end("<title>payment page</title>"));
const shop = await listen((request, response) => {
  const [, first, ...rest] = request.url.split(/[/?]/);
  if (first === "files") return response.setHeader("Content-Type", "text/javascript").end(readFileSync(`node_modules/${rest.join("/")}`));
  if (first === "pay") {
    counts.orders++;
    return response.writeHead(303, { Location: checkoutUrl }).end();
  }
  if (first === "orders") counts.cancelled++;
  const page = `<div id="swup" class="transition-main" data-barba="wrapper"><div data-barba="container" data-barba-namespace="cart">${links}</div></div>`;
  response.setHeader("Content-Type", "text/html").end(`<!doctype html><title>shop</title><body>${page}${library}`);
});
const browser = await browsers.launch({ executablePath: await chromium.executablePath(), args: ["--no-sandbox"] });
const settled = async (page) => {
  for (let before, same = 0; same < 8; ) {
    await page.waitForTimeout(250);
    const now = JSON.stringify(counts);
    same = now === before ? same + 1 : 0;
    before = now;
  }
};
for (const [name, script] of Object.entries(libraries)) {
  library = script;
  counts = { orders: 0, cancelled: 0 };
  const page = await browser.newPage();
  await page.goto(shop);
  await settled(page);
  const shown = { ...counts };
  for (const link of ["pay", "cancel"]) {
    await page.hover(`#${link}`);
    await settled(page);
  }
  const hovered = { ...counts };
  await page.click("#pay");
  await settled(page);
  const cancelled = shown.cancelled ? "when shown" : hovered.cancelled ? "when hovered" : "no";
  console.log(`${name}: orders ${shown.orders} when shown, ${hovered.orders} when hovered, ${counts.orders} when clicked; cancelled ${cancelled}; ${await page.title()}`);
  await page.close();
}
process.exit();
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
none: orders 0 when shown, 0 when hovered, 1 when clicked; cancelled no; payment page
turbo: orders 0 when shown, 1 when hovered, 3 when clicked; cancelled when hovered; payment page
swup: orders 0 when shown, 0 when hovered, 2 when clicked; cancelled no; payment page
swup, preload: orders 0 when shown, 1 when hovered, 4 when clicked; cancelled when hovered; payment page
barba: orders 0 when shown, 1 when hovered, 2 when clicked; cancelled when hovered; payment page
barba, prefetch: orders 1 when shown, 1 when hovered, 2 when clicked; cancelled when shown; payment page
quicklink: orders 1 when shown, 1 when hovered, 2 when clicked; cancelled when shown; payment page
instant.page: orders 0 when shown, 0 when hovered, 1 when clicked; cancelled when hovered; payment page
TEXT
