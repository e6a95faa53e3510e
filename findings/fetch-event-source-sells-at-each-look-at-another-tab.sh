#!/usr/bin/env bash
# A pay button that sends the sale by POST and reads its progress as an event stream, in Chromium. @microsoft/fetch-event-source 2.0.1 and @fortaine/fetch-event-source 3.0.6 (npm) end the stream as the shopper looks at
# another tab, such as the bank's, and send the POST once more as the shop's tab shows again. After a lost answer, and after a decline with 402, they send it each second, without an end.
# eventsource-client 1.2.0 does so after each end of a stream, also after "PAID"; eventsource 5.1.5 with a fetch that posts after a lost answer and after PAID. sse.js 2.8.0 sends it once.
# Safe: openWhenHidden: true, and an onerror and an onopen that throw; close() at the last event; the sale by a call of its own, and the stream by GET.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps playwright-core@1.65.1 @sparticuz/chromium@153.0.0 esbuild@0.28.2 @microsoft/fetch-event-source@2.0.1 \
  @fortaine/fetch-event-source@3.0.6 sse.js@2.8.0 eventsource-client@1.2.0 eventsource@5.1.5 >/dev/null
cat >shop.mjs <<'JS'
import http from "node:http";
import chromium from "@sparticuz/chromium";
import { build } from "esbuild";
import { chromium as browsers } from "playwright-core";

const fetchEventSource = (name) => `import { fetchEventSource } from "${name}"; export const pay = () => void fetchEventSource("/sale", { method: "POST", body: "{}" }).catch(() => {});`;
const codes = {
  "@microsoft/fetch-event-source": fetchEventSource("@microsoft/fetch-event-source"),
  "@fortaine/fetch-event-source": fetchEventSource("@fortaine/fetch-event-source"),
  "eventsource-client": 'import { createEventSource } from "eventsource-client"; export const pay = () => void createEventSource({ url: "/sale", method: "POST", body: "{}" });',
  eventsource: 'import { EventSource } from "eventsource"; export const pay = () => void new EventSource("/sale", { fetch: (url, init) => fetch(url, { ...init, method: "POST", body: "{}" }) });',
  "sse.js": 'import { SSE } from "sse.js"; export const pay = () => void new SSE("/sale", { method: "POST", payload: "{}" });',
};
let code, fate, sales;
const server = http.createServer((request, response) => {
  // A browser sends a POST of its own again on a connection that was used before.
  response.setHeader("Connection", "close");
  if (request.url === "/") return response.setHeader("Content-Type", "text/html").end('<!doctype html><body><script src="/shop.js"></script>');
  if (request.url === "/shop.js") return response.setHeader("Content-Type", "text/javascript").end(code);
  if (request.url !== "/sale") return response.writeHead(404).end();
  sales++;
  if (fate === "lost") return request.socket.destroy();
  if (fate === "declined") return response.writeHead(402).end();
  response.writeHead(200, { "Content-Type": "text/event-stream" }).write("data: OPEN\n\n");
  if (fate === "paid") response.end("data: PAID\n\n");
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const browser = await browsers.launch({ executablePath: await chromium.executablePath(), args: ["--no-sandbox"] });
const until = async (page, enough) => {
  for (let waited = 0; waited < 12_000 && sales < enough; waited += 250) await page.waitForTimeout(250);
};
for (const [name, contents] of Object.entries(codes)) {
  code = (await build({ stdin: { contents, resolveDir: "." }, bundle: true, format: "iife", globalName: "shop", write: false })).outputFiles[0].text;
  const seen = [];
  for (fate of ["another tab, twice", "paid", "lost", "declined"]) {
    sales = 0;
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.evaluate("shop.pay()");
    await until(page, 1);
    if (fate === "another tab, twice")
      for (const hidden of [true, false, true, false]) {
        await page.evaluate((now) => {
          Object.defineProperty(document, "hidden", { configurable: true, value: now });
          document.dispatchEvent(new Event("visibilitychange"));
        }, hidden);
        await page.waitForTimeout(1500);
      }
    else await until(page, 3);
    seen.push(`${fate} ${fate.startsWith("another") || sales < 3 ? sales : "again and again"}`);
    await page.close();
  }
  console.log(`${name}: sales when ${seen.join("; ")}`);
}
process.exit();
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
@microsoft/fetch-event-source: sales when another tab, twice 3; paid 1; lost again and again; declined again and again
@fortaine/fetch-event-source: sales when another tab, twice 3; paid 1; lost again and again; declined again and again
eventsource-client: sales when another tab, twice 1; paid again and again; lost again and again; declined again and again
eventsource: sales when another tab, twice 1; paid again and again; lost again and again; declined 1
sse.js: sales when another tab, twice 1; paid 1; lost 1; declined 1
TEXT
