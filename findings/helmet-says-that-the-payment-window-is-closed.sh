#!/usr/bin/env bash
# helmet 8.3.0 (npm), as it begins, sends Cross-Origin-Opener-Policy: same-origin. A shop that opens the payment page in a window of its own is cut off from it as soon as another origin shows: window.closed is
# true while the shopper types the card's number, so a shop that watches for it gives the order up, and the card is charged. The shop's page after the payment has no opener, so that it can't tell the cart.
# With same-origin-allow-popups the window is known to be open, but the page after the payment still has no opener, if it sends that header, too.
# Chromium here; Firefox 153 did the same. Safe: no window of its own; or same-origin-allow-popups on the cart and unsafe-none on the page after the payment. Query the order before you cancel it.
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
let success;
const service = express();
service.get("/checkout", (request, response) => response.send(`<title>payment page</title><a id="pay" href="${success}">Pay</a>`));
const checkoutUrl = `${await listen(service)}/checkout`;
const script = (name, text) => (app) => app.get(name, (request, response) => response.type("js").send(text));
const shop = (cart, after) => {
  const app = express();
  script("/cart.js", 'document.getElementById("buy").onclick = () => (paying = window.open("/pay", "pay", "width=400")); onmessage = ({ data }) => (document.title = data); var paying;')(app);
  script("/thanks.js", 'document.title = opener ? "has its opener" : "has no opener"; opener?.postMessage("paid", "*");')(app);
  app.get("/", cart, (request, response) => response.send('<title>cart</title><button id="buy">Buy</button><script src="/cart.js"></script>'));
  app.get("/pay", cart, (request, response) => response.redirect(303, checkoutUrl));
  app.get("/thanks", after, (request, response) => response.send('<script src="/thanks.js"></script>'));
  return app;
};
const none = (request, response, next) => next();
const popups = helmet({ crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" } });
const shops = { "no headers": [none, none], helmet: [helmet(), helmet()], "allow-popups": [popups, popups], "allow-popups, unsafe-none": [popups, helmet({ crossOriginOpenerPolicy: { policy: "unsafe-none" } })] };
const browser = await browsers.launch({ executablePath: await chromium.executablePath(), args: ["--no-sandbox"] });
for (const [name, [cart, after]] of Object.entries(shops)) {
  const address = await listen(shop(cart, after));
  success = `${address}/thanks`;
  const page = await browser.newPage();
  await page.goto(address);
  const [window] = await Promise.all([page.waitForEvent("popup"), page.click("#buy")]);
  await window.waitForURL(checkoutUrl);
  await page.waitForTimeout(1000);
  const closed = await page.evaluate("paying.closed");
  await window.click("#pay");
  await window.waitForFunction('document.title.includes("opener")');
  await page.waitForTimeout(1000);
  console.log(`${name}: ${closed ? "closed" : "open"} while it shows the payment page; the page after it ${await window.title()}; the cart says ${await page.title()}`);
  await window.close();
}
process.exit();
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
no headers: open while it shows the payment page; the page after it has its opener; the cart says paid
helmet: closed while it shows the payment page; the page after it has no opener; the cart says cart
allow-popups: open while it shows the payment page; the page after it has no opener; the cart says cart
allow-popups, unsafe-none: open while it shows the payment page; the page after it has its opener; the cart says paid
TEXT
