#!/usr/bin/env bash
# A payment service answers a sale after 7 seconds, as a bank may. From Node.js 19 on, the global agent of http and https has a timeout of 5 seconds. By itself it only
# makes each request say "timeout", but simple-get 4.0.1, jayson 5.0.0 and http-call 5.3.0 (npm) then give up, though nobody set a limit: the shop reads "Request timed out", "socket
# hang up" or no reason at all, and the sale is made. fetch and http.request get the answer, and so do the three with an agent of their own. Safe: agent: new http.Agent(),
# and a query of the order after each loss.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts simple-get@4.0.1 jayson@5.0.0 http-call@5.3.0 >/dev/null
cat >sell.cjs <<'JS'
const http = require("node:http");
const get = require("simple-get");
const { HTTP } = require("http-call");
const { Client } = require("jayson");
let sales = 0;
const answer = (request, response) =>
  request.resume().on("end", () => {
    sales++;
    setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end('{"jsonrpc":"2.0","id":1,"result":"paid"}'), 7000);
  });
const told = (done) => (error, result) => done(error ? error.message : "paid");
const service = http.createServer(answer).listen(0, "127.0.0.1", async () => {
  const { port } = service.address();
  const url = `http://127.0.0.1:${port}/sale`;
  const sell = {
    "simple-get": (agent) => new Promise((done) => get({ url, method: "POST", body: "{}", ...agent }, told(done))),
    jayson: (agent) => new Promise((done) => Client.http({ host: "127.0.0.1", port, ...agent }).request("sale", ["A-1"], told(done))),
    "http-call": (agent) => HTTP.post(url, { body: {}, ...agent }).then(() => "paid", (error) => error?.message ?? "an error without a reason"),
    fetch: () => fetch(url, { method: "POST", body: "{}" }).then(() => "paid"),
    "http.request": () => new Promise((done) => http.request(url, { method: "POST" }, () => done("paid")).on("error", told(done)).end("{}")),
  };
  const lines = Object.entries(sell).map(async ([name, call]) => {
    const [bare, own] = await Promise.all([call({}), call({ agent: new http.Agent() })]);
    return `${name}: ${bare}; with an agent of its own: ${own}`;
  });
  console.log((await Promise.all(lines)).join("\n"));
  console.log(`sales: ${sales}`);
  process.exit();
});
JS
node sell.cjs | tee seen
diff seen - <<'TEXT'
simple-get: Request timed out; with an agent of its own: paid
jayson: socket hang up; with an agent of its own: paid
http-call: an error without a reason; with an agent of its own: paid
fetch: paid; with an agent of its own: paid
http.request: paid; with an agent of its own: paid
sales: 10
TEXT
