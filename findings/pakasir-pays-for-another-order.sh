#!/usr/bin/env bash
# pakasir-sdk 1.0.5 (npm), Pakasir of Indonesia. What is no letter, digit, dash, underscore, point or tilde is taken out of an order's id: the orders 12/301 and 123/01 are both 12301. Payments are told apart by that id and the amount, so whoever pays
# for one has paid for the other, and the answer names a third. The address to return to isn't encoded: it ends at its first "&", and without one the shopper is sent to a page called null.
# watchPayment stops after ten minutes without a word, also of an order that is still open.
# Safe: ids of letters, digits and dashes, encodeURIComponent for the address, and a timer of your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts pakasir-sdk@1.0.5 >/dev/null
cat >shop.cjs <<'JS'
const { mock } = require("node:test");
const { Pakasir } = require("pakasir-sdk");
const asked = [];
globalThis.fetch = async (url) => {
  asked.push(new URL(url).searchParams.get("order_id"));
  return { json: async () => ({ transaction: { status: "pending", payment_method: "qris" } }) };
};
const shop = new Pakasir({ slug: "shop", apikey: "k" });
for (const id of ["12/301", "123/01"]) {
  const { order_id, payment_url } = shop.getPaymentUrl("qris", id, 50_000, "https://shop.example.com/?page=paid&order=1");
  console.log(`${id}: paid as ${order_id}, then sent to ${new URL(payment_url).searchParams.get("redirect")}`);
}
console.log(`without an address: sent to ${new URL(shop.getPaymentUrl("qris", "A-0001", 50_000).payment_url).searchParams.get("redirect")}`);
(async () => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const heard = [];
  shop.watchPayment("A-0001", 50_000, { onStatusChange: ({ status }) => heard.push(status), onError: () => heard.push("an error") });
  for (let minute = 0; minute < 20; minute++) {
    mock.timers.tick(60_000);
    await new Promise(setImmediate);
  }
  const after = asked.length;
  mock.timers.tick(60_000);
  console.log(`watched for 20 minutes: heard ${[...new Set(heard)].join(", ")}; still asks: ${asked.length > after}`);
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
12/301: paid as 12301, then sent to https://shop.example.com/?page=paid
123/01: paid as 12301, then sent to https://shop.example.com/?page=paid
without an address: sent to null
watched for 20 minutes: heard pending; still asks: false
TEXT
