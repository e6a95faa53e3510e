#!/usr/bin/env bash
# genesis.js 3.3.9 (npm, the SDK of emerchantpay and e-comprocessing). send() writes the cents into the parameters that the shop gave. After a lost answer, the same sale with the same transaction_id, sent again or
# made again of the same parameters, asks for a hundredfold: 1,999.00 of 19.99. Loading it also sets NODE_CONFIG_DIR of the whole process to its own folder:
# a shop that reads its settings by the package config finds none of them, unless it was there first.
# Safe: { ...parameters } for each try; require("config") before it.
# The network is a stand-in that loses the first answer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts genesis.js@3.3.9 config@3.3.12 >/dev/null 2>&1
mkdir config
echo '{ "shop": { "currency": "HKD" } }' >config/default.json
cat >settings.cjs <<'JS'
if (process.argv[2] === "after") require("genesis.js");
const config = require("config");
if (process.argv[2] === "before") require("genesis.js");
console.log(`the shop's currency, read ${process.argv[2]} genesis.js: ${config.has("shop.currency") ? config.get("shop.currency") : "no such setting"}`);
JS
cat >shop.cjs <<'JS'
const genesis = require("genesis.js");
const settings = { customer: { username: "u", password: "p", token: "t", force_smart_routing: false }, gateway: { protocol: "https", hostname: "emerchantpay.net", timeout: "1000", testing: true }, notifications: {} };
const parameters = { transaction_id: "A-1", usage: "order A-1", remote_ip: "127.0.0.1", amount: "19.99", currency: "EUR", card_holder: "Ann Lee", card_number: "4200000000000000", cvv: "000", expiration_month: "12", expiration_year: "2030" };
const send = async (name, sale) => {
  let asked = "nothing";
  sale.network.send = async (_, xml) => {
    asked = /<amount>(.*)<\/amount>/.exec(xml)[1];
    throw new Error("no answer");
  };
  await sale.send().catch(() => {});
  console.log(`${name}: asked for ${asked} cents`);
};
(async () => {
  const transaction = new genesis.transaction(settings);
  const sale = transaction.sale(parameters);
  await send("19.99", sale);
  await send("sent again", sale);
  await send("made again", transaction.sale(parameters));
  console.log(`the shop's own amount: ${parameters.amount}`);
})();
JS
{ node settings.cjs before; node settings.cjs after; node shop.cjs; } 2>/dev/null | tee seen
diff seen - <<'TEXT'
the shop's currency, read before genesis.js: HKD
the shop's currency, read after genesis.js: no such setting
19.99: asked for 1999 cents
sent again: asked for 199900 cents
made again: asked for 19990000 cents
the shop's own amount: 19990000
TEXT
