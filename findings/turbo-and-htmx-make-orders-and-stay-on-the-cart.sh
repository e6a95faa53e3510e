#!/usr/bin/env bash
# A pay button in a form, whose answer redirects to the payment page on another origin, in Chromium. @hotwired/turbo 8.0.23, htmx 4.0.1, unpoly 3.14.3, @imacrayon/alpine-ajax 0.12.7, jquery-form 4.3.0, @rails/ujs
# 7.1.600 and jquery-pjax 2.0.1 (npm) send the form by a request of their own, which may not follow there: the order is made, the shopper stays on the cart, and clicks again. @swup/forms-plugin 3.6.0 makes a
# second order by itself, and shows the payment page of that. A test of the shop's server sees the redirect, and is content.
# Safe: data-turbo="false" and the like on that form; htmx's header HX-Redirect; a merchantReference that was made with the cart.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps playwright-core@1.65.1 @sparticuz/chromium@153.0.0 @hotwired/turbo@8.0.23 htmx.org@4.0.1 unpoly@3.14.3 @imacrayon/alpine-ajax@0.12.7 \
  alpinejs@3.15.0 jquery@3.7.1 jquery-form@4.3.0 @rails/ujs@7.1.600 jquery-pjax@2.0.1 swup@4.10.0 @swup/forms-plugin@3.6.0 >/dev/null
cat >shop.mjs <<'JS'
import { readFileSync } from "node:fs";
import http from "node:http";
import chromium from "@sparticuz/chromium";
import { chromium as browsers } from "playwright-core";

const of = (...files) => files.map((file) => `<script src="/files/${file}"></script>`).join("");
const form = (attributes = "") =>
  `<div id="swup" class="transition-main"><form id="form" action="/pay" method="post" ${attributes}><button>Pay</button></form><p id="result"></p></div>`;
const turbo = of("@hotwired/turbo/dist/turbo.es2017-umd.js");
const jquery = of("jquery/dist/jquery.js");
const pages = {
  "no library": form(),
  turbo: turbo + form(),
  'turbo, data-turbo="false"': turbo + form('data-turbo="false"'),
  htmx: of("htmx.org/dist/htmx.js") + form('hx-post="/pay" hx-target="#result"'),
  unpoly: of("unpoly/unpoly.js") + form('up-submit up-target="#result"'),
  "alpine-ajax": `<script defer src="/files/@imacrayon/alpine-ajax/dist/cdn.js"></script><script defer src="/files/alpinejs/dist/cdn.js"></script><div x-data>${form('x-target="result"')}</div>`,
  "jquery-form": `${jquery}${of("jquery-form/dist/jquery.form.min.js")}${form()}<script>$("#form").ajaxForm()</script>`,
  "rails-ujs": of("@rails/ujs/app/assets/javascripts/rails-ujs.js") + form('data-remote="true"'),
  "jquery-pjax": `${jquery}${of("jquery-pjax/jquery.pjax.js")}${form()}<script>$(document).on("submit", "#form", (event) => $.pjax.submit(event, "#result"))</script>`,
  "swup, forms": `${of("swup/dist/Swup.umd.js", "@swup/forms-plugin/dist/index.umd.js")}${form("data-swup-form")}<script>new Swup({ plugins: [new SwupFormsPlugin()] })</script>`,
};
let shown, orders;
const listen = (answer) =>
  new Promise((ready) => {
    const server = http.createServer(answer).listen(0, "127.0.0.1", () => ready(`http://127.0.0.1:${server.address().port}`));
  });
const checkoutUrl = await listen((request, response) => response.setHeader("Content-Type", "text/html").end("<title>payment page</title>"));
const shop = await listen((request, response) => {
  const [, first, ...rest] = request.url.split("/");
  if (first === "files") return response.setHeader("Content-Type", "text/javascript").end(readFileSync(`node_modules/${rest.join("/")}`));
  if (first.startsWith("pay")) {
    orders++;
    return response.writeHead(303, { Location: checkoutUrl }).end();
  }
  response.setHeader("Content-Type", "text/html").end(`<!doctype html><title>cart</title><body>${shown}`);
});
const browser = await browsers.launch({ executablePath: await chromium.executablePath(), args: ["--no-sandbox"] });
for (const [name, content] of Object.entries(pages)) {
  shown = content;
  orders = 0;
  const page = await browser.newPage();
  await page.goto(shop);
  await page.waitForTimeout(1000);
  await page.click("button");
  for (let before, same = 0; same < 10; ) {
    await page.waitForTimeout(250);
    const now = `${orders} ${await page.title().catch(() => "")}`;
    same = now === before ? same + 1 : 0;
    before = now;
  }
  console.log(`${name}: ${await page.title()}, orders: ${orders}`);
  await page.close();
}
process.exit();
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
no library: payment page, orders: 1
turbo: cart, orders: 1
turbo, data-turbo="false": payment page, orders: 1
htmx: cart, orders: 1
unpoly: cart, orders: 1
alpine-ajax: cart, orders: 1
jquery-form: cart, orders: 1
rails-ujs: cart, orders: 1
jquery-pjax: cart, orders: 1
swup, forms: payment page, orders: 2
TEXT
