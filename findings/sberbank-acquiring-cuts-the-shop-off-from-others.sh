#!/usr/bin/env bash
# sberbank-acquiring 1.2.2 (npm). Loading it sets the certificates of the whole process's axios to its two Russian authorities, and only these: each other service that the shop calls by the same axios, a second
# payment service, tax, shipping, can't be reached from then on ("unable to get local issuer certificate"), though nothing of theirs has changed. A shop that loads it late, with the first order that pays
# so, loses the others in the middle of the day. Calls by fetch go on. Its refund of 19.99 asks for 1998.9999999999998, where its sale rounds.
# Safe: delete axios.defaults.httpsAgent after require, keep it, and give it to Sberbank's calls alone; or axios.create({ httpsAgent: new https.Agent() }) for all others.
# The other service is a server on this machine, whose certificate Node knows by NODE_EXTRA_CA_CERTS. Needs openssl.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts sberbank-acquiring@1.2.2 axios@1.21.1 >/dev/null
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out certificate.pem -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 2>/dev/null
cat >shop.cjs <<'JS'
const { readFileSync } = require("node:fs");
const { createServer } = require("node:https");
const axios = require("axios");
const server = createServer({ key: readFileSync("key.pem"), cert: readFileSync("certificate.pem") }, (_, response) => response.end("paid"));
server.listen(0, "127.0.0.1", async () => {
  const url = `https://127.0.0.1:${server.address().port}/`;
  const told = (call) => call.then(({ data }) => data, ({ code }) => code);
  console.log(`before, by axios: ${await told(axios.get(url))}`);
  const Acquiring = require("sberbank-acquiring");
  console.log(`after require, by axios: ${await told(axios.get(url))}`);
  console.log(`by fetch: ${await told(fetch(url).then(async (response) => ({ data: await response.text() })))}`);
  const bank = new Acquiring({ userName: "u", password: "p" }, "https://shop.example/{order}");
  bank.POST = async (_, { amount }) => console.log(`asked for ${amount}`) ?? { status: 200, data: {} };
  await bank.register("A-1", 19.99);
  await bank.refund("1", 19.99);
  process.exit();
});
JS
NODE_EXTRA_CA_CERTS=certificate.pem node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
before, by axios: paid
after require, by axios: DEPTH_ZERO_SELF_SIGNED_CERT
by fetch: paid
asked for 1999
asked for 1998.9999999999998
TEXT
