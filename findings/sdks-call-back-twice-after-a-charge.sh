#!/usr/bin/env bash
# pinjs 1.1.3 (Pin Payments of Australia), paystack 2.0.1 (Nigeria) and tappay-nodejs 2.0.11 (Taiwan), npm, with a callback. The shop's own callback runs inside the SDK's promise. If it throws after a
# charge, because the database is away or a mail can't be sent, the SDK calls it once more, with that error as if the charge had failed, and the first error is nowhere to be seen. The shop tells
# the shopper to try again, and charges twice.
# Safe: promises, where there are any. Otherwise a callback that only resolves a promise of your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts pinjs@1.1.3 paystack@2.0.1 tappay-nodejs@2.0.11 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const of = (name, by) => require.resolve(name, { paths: [require.resolve(by)] });
const service = http.createServer((call, answer) => {
  call.resume().on("end", () => answer.setHeader("Content-Type", "application/json").end('{"status":true,"response":{"token":"ch_1"}}'));
});
service.listen(0, "127.0.0.1", async () => {
  const base = `http://127.0.0.1:${service.address().port}`;
  const requestPath = of("request", "paystack");
  const request = require(requestPath);
  require.cache[requestPath].exports = (options, done) => request({ ...options, url: base }, done);
  const got = require(of("got", "pinjs"));
  const extend = got.extend;
  got.extend = (options) => extend({ ...options, prefixUrl: base });
  const { default: axios } = require(of("axios", "tappay-nodejs"));
  axios.interceptors.request.use((config) => ({ ...config, baseURL: base }));
  const sale = { reference: "A-1", amount: 1999, email: "tom@example.com", authorization_code: "a" };
  const charges = {
    pinjs: (called) => require("pinjs").setup({ key: "k" }).createCharge(sale, called),
    paystack: (called) => require("paystack")("k").transaction.charge(sale, called),
    "tappay-nodejs": (called) => require("tappay-nodejs").payByToken(sale, called),
  };
  for (const [name, charge] of Object.entries(charges)) {
    const heard = [];
    charge((error) => {
      heard.push(error ? `"${error.message}"` : "charged");
      if (!error) throw new Error("no database");
    });
    while (heard.length < 2) await new Promise(setImmediate);
    console.log(`${name}: ${heard.join(", then ")}`);
  }
  process.exit();
});
JS
timeout 60 node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
pinjs: charged, then "no database"
paystack: charged, then "no database"
tappay-nodejs: charged, then "no database"
TEXT
