#!/usr/bin/env bash
# msw 2.15.0 and nock 15.0.6 (npm) play a lost answer by HttpResponse.error() and replyWithError("lost"). The error that they throw has no code, where a
# connection that really breaks has ECONNRESET. axios-retry 4.5.0 and got 16.1.0, told to repeat a POST when the network fails, go by that code: they
# sell once in the test and twice for real, so the test that should find a second charge passes. So does axios-mock-adapter 2.1.0 by networkError().
# With msw a handler that has { once: true } answers the first sale alone, and the second goes to the service itself, with a warning.
# Safe: give nock an error with a code, as the last one here does (msw has no such thing), or a service that really drops the connection.
# Its packages need Node.js 22 or newer: where there is an older one, it installs Node 24 for itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ "$(node -p 'parseInt(process.versions.node) > 20')" = true ] || { npm install --silent --no-audit --no-fund --prefix node24 node@24.21.0 >/dev/null; PATH=$folder/node24/node_modules/node/bin:$PATH; }
npm install --silent --no-audit --no-fund --ignore-scripts msw@2.15.0 nock@15.0.6 axios@1.21.1 axios-retry@4.5.0 axios-mock-adapter@2.1.0 got@16.1.0 >/dev/null
cat >shop.mjs <<'JS'
import http from "node:http";
import axios from "axios";
import axiosRetry from "axios-retry";
import got from "got";
const mode = process.argv[2];
const [origin, path] = ["http://127.0.0.1:24861", "/sale"];
let sales = 0;
if (mode === "service") http.createServer((request) => request.resume().on("end", () => { sales++; request.socket.destroy(); })).listen(24861, "127.0.0.1");
if (mode === "msw") {
  const [{ http, HttpResponse }, { setupServer }] = [await import("msw"), await import("msw/node")];
  setupServer(http.post(origin + path, () => { sales++; return HttpResponse.error(); })).listen();
}
if (mode.startsWith("nock")) {
  const { default: nock } = await import("nock");
  const lost = mode === "nock" ? "lost" : Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
  nock(origin).post(path).times(9).replyWithError(lost).on("request", () => sales++);
}
const client = axios.create();
axiosRetry(client, { retries: 1, retryDelay: () => 0, retryCondition: axiosRetry.isNetworkError });
if (mode === "axios-mock-adapter") {
  const { default: Adapter } = await import("axios-mock-adapter");
  new Adapter(client).onPost(origin + path).networkError();
  client.interceptors.request.use((config) => { sales++; return config; });
}
const retry = { limit: 1, methods: ["POST"], calculateDelay: ({ computedValue }) => computedValue && 1 };
const shops = { "axios-retry": () => client.post(origin + path, {}), got: () => got.post(origin + path, { json: {}, retry }) };
if (mode === "axios-mock-adapter") delete shops.got;
for (const [name, sell] of Object.entries(shops)) {
  sales = 0;
  const { message, code } = await sell().catch((error) => error);
  console.log(`${mode}, ${name}: sold ${sales} times, ${message}, ${code}`);
}
process.exit();
JS
cat >once.mjs <<'JS'
import nodeHttp from "node:http";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
nodeHttp.createServer((request, response) => response.end("the service")).listen(24861, "127.0.0.1");
setupServer(http.post("http://127.0.0.1:24861/sale", () => HttpResponse.text("msw"), { once: true })).listen();
console.warn = () => {};
const sell = async () => (await fetch("http://127.0.0.1:24861/sale", { method: "POST" })).text();
console.log(`{ once: true }: ${await sell()}, ${await sell()}`);
process.exit();
JS
{
  for mode in service msw nock axios-mock-adapter nock-with-a-code; do node shop.mjs $mode; done
  node once.mjs
} | tee seen
diff seen - <<'TEXT'
service, axios-retry: sold 2 times, socket hang up, ECONNRESET
service, got: sold 2 times, socket hang up, ECONNRESET
msw, axios-retry: sold 1 times, Network error, undefined
msw, got: sold 1 times, Network error, ERR_GOT_REQUEST_ERROR
nock, axios-retry: sold 1 times, lost, undefined
nock, got: sold 1 times, lost, ERR_GOT_REQUEST_ERROR
axios-mock-adapter, axios-retry: sold 1 times, Network Error, undefined
nock-with-a-code, axios-retry: sold 2 times, socket hang up, ECONNRESET
nock-with-a-code, got: sold 2 times, socket hang up, ECONNRESET
{ once: true }: msw, the service
TEXT
