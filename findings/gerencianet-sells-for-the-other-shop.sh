#!/usr/bin/env bash
# gn-api-sdk-node 3.0.4 (npm, Gerencianet of Brazil): new Gerencianet(…) writes its methods with its credentials onto the class, not onto the object. A process with two shops sells for the
# newest one whichever object is asked, with no error; one object for the sandbox makes each real sale a test. In one object a card charge beside a Pix is posted to the host of Pix.
# Safe: one process for each account; one call at a time, or an object for each call, each of them used before the next is made.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts gn-api-sdk-node@3.0.4 axios@1.2.1 >/dev/null
: >certificate.p12
cat >shops.cjs <<'JS'
// A stand-in for the network: the host, the path, and the shop whose login made the token.
const axios = require("axios");
const Gerencianet = require("gn-api-sdk-node");
let sales = [];
axios.defaults.adapter = async (config) => {
  const { host, pathname } = new URL(config.url);
  const basic = config.auth?.username ?? Buffer.from(`${config.headers.get("Authorization") ?? ""}`.replace("Basic ", ""), "base64").toString().split(":")[0];
  const login = /authorize|token/.test(pathname);
  if (!login) sales.push(`${host}${pathname} by ${config.headers.get("authorization").replace("Bearer ", "")}`);
  return { data: login ? { access_token: basic } : {}, status: 200, statusText: "OK", headers: {}, config };
};
const settings = (shop, sandbox = false) => ({ client_id: shop, client_secret: "x", sandbox, certificate: "certificate.p12" });
const shirt = { items: [{ name: "Shirt", value: 1990, amount: 1 }] };
(async () => {
  const sold = (what) => {
    console.log([`${what}:`, ...sales].join("\n  "));
    sales = [];
  };
  const anna = new Gerencianet(settings("anna"));
  new Gerencianet(settings("berta"));
  await anna.createCharge({}, shirt);
  sold("sold by anna, after berta's object was made");
  new Gerencianet(settings("anna", true));
  await anna.createCharge({}, shirt);
  sold("sold by anna, after an object for the sandbox was made");
  const shop = new Gerencianet(settings("anna"));
  await Promise.all([shop.createCharge({}, shirt), shop.pixCreateImmediateCharge({}, { valor: { original: "19.90" } })]);
  sold("a card charge beside a Pix");
})();
JS
node shops.cjs | tee seen
diff seen - <<'TEXT'
sold by anna, after berta's object was made:
  api.gerencianet.com.br/v1/charge by berta
sold by anna, after an object for the sandbox was made:
  sandbox.gerencianet.com.br/v1/charge by anna
a card charge beside a Pix:
  api-pix.gerencianet.com.br/charge by anna
  api-pix.gerencianet.com.br/v2/cob by anna
TEXT
