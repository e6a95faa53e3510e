#!/usr/bin/env bash
# mountebank 2.9.1 (npm), as a proxy, reads the service's JSON and writes it anew, in the first answer already: an order id of 19 digits loses its
# last digits, and 50.00 becomes 50. The shop stores the id of another order. And proxyOnce matched by method and path, as in its documentation,
# answers the second sale with the first one's order, without asking the service.
set -euo pipefail
folder=$(mktemp -d)
cleanup() { [ -n "${proxy:-}" ] && kill "$proxy"; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mountebank@2.9.1 >/dev/null
node node_modules/mountebank/bin/mb start --port 24850 --host 127.0.0.1 --nologfile --pidfile mb.pid >mb.log 2>&1 & proxy=$!
cat >shop.mjs <<'JS'
import http from "node:http";
let sales = 0;
const service = http.createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part)).on("end", () => {
    sales++;
    const { reference } = JSON.parse(body);
    response.setHeader("Content-Type", "application/json").end(`{"id":100000000000000000${sales},"reference":"${reference}","amount":50.00}`);
  });
}).listen(0, "127.0.0.1");
await new Promise((ready) => service.once("listening", ready));
const send = async (url, body) => (await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).text();
const predicateGenerators = [{ matches: { method: true, path: true } }];
const proxy = { to: `http://127.0.0.1:${service.address().port}`, mode: "proxyOnce", predicateGenerators };
const imposter = { port: 24851, host: "127.0.0.1", protocol: "http", stubs: [{ responses: [{ proxy }] }] };
for (let tries = 0; tries < 100; tries++) {
  try {
    await send("http://127.0.0.1:24850/imposters", imposter);
    break;
  } catch {
    await new Promise((later) => setTimeout(later, 200));
  }
}
console.log("direct:", await send(proxy.to, { reference: "A-0" }));
for (const reference of ["A-1", "A-2"]) console.log(reference + ":", JSON.stringify(JSON.parse(await send("http://127.0.0.1:24851/sale", { reference }))));
console.log(`sales: ${sales}`);
process.exit();
JS
seen=$(node shop.mjs)
echo "$seen"
expected='direct: {"id":1000000000000000001,"reference":"A-0","amount":50.00}
A-1: {"id":1000000000000000000,"reference":"A-1","amount":50}
A-2: {"id":1000000000000000000,"reference":"A-1","amount":50}
sales: 2'
[ "$seen" = "$expected" ]
