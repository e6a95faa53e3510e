#!/usr/bin/env bash
# A double click on a pay button, in Chromium. htmx 4.0.1 (npm) waits for the first answer and then sells again; jquery.form 4.3.0 and @rails/ujs 7.1.600 with
# data-remote sell twice at once; unpoly 3.14.3 drops the first sale's answer, though the sale was made, and shows the second. A plain form does as unpoly. @hotwired/turbo 8.0.23 and
# @imacrayon/alpine-ajax 0.12.7 sell once. docs/queues.md has those of React and Vue.
# Safe: hx-sync="this:drop", up-disable, data-disable-with; and a merchantReference made with the page, not with the click.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps playwright-core@1.65.1 @sparticuz/chromium@153.0.0 htmx.org@4.0.1 unpoly@3.14.3 jquery@3.7.1 jquery-form@4.3.0 @rails/ujs@7.1.600 \
  @hotwired/turbo@8.0.23 @imacrayon/alpine-ajax@0.12.7 alpinejs@3.15.0 >/dev/null
cat >shop.mjs <<'JS'
import { readFileSync } from "node:fs";
import http from "node:http";
import chromium from "@sparticuz/chromium";
import { chromium as browsers } from "playwright-core";
const form = (attributes = "", button = "") =>
  `<form id="form" action="/sale" method="post" ${attributes}><button ${button}>Pay</button></form><p id="result"></p>`;
const pages = {
  "no library": form(),
  htmx: `<script src="/htmx.org/dist/htmx.js"></script>${form('hx-post="/sale" hx-target="#result"')}`,
  unpoly: `<script src="/unpoly/unpoly.js"></script>${form('up-submit up-target="#result"')}`,
  "jquery.form": `<script src="/jquery/dist/jquery.js"></script><script src="/jquery-form/dist/jquery.form.min.js"></script>${form()}<script>$("#form").ajaxForm()</script>`,
  "rails-ujs": `<script src="/@rails/ujs/app/assets/javascripts/rails-ujs.js"></script>${form('data-remote="true"')}`,
  "rails-ujs, data-disable-with": `<script src="/@rails/ujs/app/assets/javascripts/rails-ujs.js"></script>${form('data-remote="true"', 'data-disable-with="Wait"')}`,
  turbo: `<script src="/@hotwired/turbo/dist/turbo.es2017-umd.js"></script>${form()}`,
  "alpine-ajax": `<script defer src="/@imacrayon/alpine-ajax/dist/cdn.js"></script><script defer src="/alpinejs/dist/cdn.js"></script><div x-data>${form('x-target="result"')}</div>`,
};
let [page, sales, heard] = [];
const server = http.createServer((request, response) => {
  if (request.url.endsWith(".js")) return response.writeHead(200, { "content-type": "text/javascript" }).end(readFileSync("node_modules" + request.url));
  if (request.method !== "POST") return response.writeHead(200, { "content-type": "text/html" }).end(request.url === "/" ? `<!doctype html><title>shop</title>${page}` : "thanks");
  const sale = ++sales;
  request.resume();
  setTimeout(() => {
    if (!response.destroyed) heard.push(sale);
    if (page.includes("turbo")) response.writeHead(303, { location: "/thanks" }).end();
    else response.writeHead(200, { "content-type": "text/html" }).end(`<p id="result">order ${sale}</p>`);
  }, 500);
});
await new Promise((listens) => server.listen(0, "127.0.0.1", listens));
const browser = await browsers.launch({ executablePath: await chromium.executablePath(), args: ["--no-sandbox", "--disable-gpu"] });
for (const name of Object.keys(pages)) {
  [page, sales, heard] = [pages[name], 0, []];
  const tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
  await tab.waitForTimeout(300);
  const { x, y } = await tab.locator("button").boundingBox();
  await tab.mouse.dblclick(x + 5, y + 5, { delay: 30 });
  await tab.waitForTimeout(1500);
  console.log(`${name}: sales ${sales}, heard of ${heard}`);
  await tab.close();
}
await browser.close();
process.exit();
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
no library: sales 2, heard of 2
htmx: sales 2, heard of 1,2
unpoly: sales 2, heard of 2
jquery.form: sales 2, heard of 1,2
rails-ujs: sales 2, heard of 1,2
rails-ujs, data-disable-with: sales 1, heard of 1
turbo: sales 1, heard of 1
alpine-ajax: sales 1, heard of 1
TEXT
