#!/usr/bin/env bash
# square 46.0.0 and @paddle/paddle-node-sdk 3.10.0 (npm, 527,000 and 170,000 downloads a month): a list can be read once only, and says nothing the second time. A day's total that is added in
# one loop and exported in another has all payments first, then Square's last page or none of Paddle's. A loop that was left goes on at the page where it stood (Square) or after it (Paddle).
# Safe: a new list for each loop, or its entries in an array first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts square@46.0.0 @paddle/paddle-node-sdk@3.10.0 >/dev/null
cat >day.cjs <<'JS'
const entries = [1, 2, 3, 4, 5].map((number) => ({ id: `${number}`, name: `Plan ${number}`, amount_money: { amount: 1000, currency: "EUR" } }));
// A stand-in for the network: pages of two.
globalThis.fetch = async (request) => {
  const { host, pathname, searchParams } = new URL(request.url ?? request);
  const from = Number(searchParams.get("cursor") ?? searchParams.get("after"));
  const page = entries.slice(from, from + 2), more = from + 2 < entries.length;
  const paddle = { data: page, meta: { pagination: { has_more: more, next: `https://${host}${pathname}?after=${from + 2}`, estimated_total: 5 } } };
  const body = host.includes("paddle") ? paddle : { payments: page, cursor: more ? `${from + 2}` : undefined };
  return new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
};
const { SquareClient } = require("square");
const { Paddle, Environment } = require("@paddle/paddle-node-sdk");
const loop = async (list, end = Number.POSITIVE_INFINITY) => {
  const seen = [];
  for await (const entry of list) {
    seen.push(entry.id);
    if (seen.length === end) break;
  }
  return seen.join(", ") || "none";
};
(async () => {
  const lists = {
    "square's payments": () => new SquareClient({ token: "key" }).payments.list({}),
    "paddle's products": async () => new Paddle("key", { environment: Environment.sandbox }).products.list(),
  };
  for (const [name, make] of Object.entries(lists)) {
    let list = await make();
    console.log(`${name}: ${await loop(list)}; again: ${await loop(list)}`);
    list = await make();
    console.log(`${name}, left after the third: ${await loop(list, 3)}; again: ${await loop(list)}`);
  }
})();
JS
node day.cjs | tee seen
diff seen - <<'TEXT'
square's payments: 1, 2, 3, 4, 5; again: 5
square's payments, left after the third: 1, 2, 3; again: 3, 4, 5
paddle's products: 1, 2, 3, 4, 5; again: none
paddle's products, left after the third: 1, 2, 3; again: 5
TEXT
