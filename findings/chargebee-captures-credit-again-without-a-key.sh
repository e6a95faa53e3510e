#!/usr/bin/env bash
# chargebee 3.33.0 (npm), retryConfig: a POST that a gateway answers 504 is sent four times. A sale, a payment and a refund carry one idempotency key that the SDK makes for them; capture,
# authorize and allocate of ledgerOperation, which take and give a customer's prepaid credit, and a usage event carry none. Nothing tells the service that the four are one.
# A connection that breaks isn't tried again at all, although the README speaks of network issues; the key is lost with it, for the next call makes a new one.
# Safe: an id in each ledgerOperation, deduplication_id in each usage event, and chargebee-idempotency-key from the order in the headers of each POST.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts chargebee@3.33.0 >/dev/null
cat >credit.cjs <<'JS'
const Chargebee = require("chargebee").default ?? require("chargebee");
let keys = [], broken = false;
// A stand-in for the network.
const httpClient = {
  async makeApiRequest(request) {
    keys.push(request.headers.get("chargebee-idempotency-key"));
    if (broken) throw new TypeError("fetch failed");
    return new Response('{"message":"gateway timeout"}', { status: 504, headers: { "content-type": "application/json" } });
  },
};
const shop = new Chargebee({ site: "shop", apiKey: "x", httpClient, retryConfig: { enabled: true, maxRetries: 3, delayMs: 1, retryOn: [500, 502, 503, 504] } });
const credit = { subscription_id: "s-51", unit_id: "euro", amount: "19.90", ledger_operation_timestamp: 1796083200 };
const calls = {
  "invoice.createForChargeItemsAndCharges": () => shop.invoice.createForChargeItemsAndCharges({ customer_id: "c-51", charges: [{ amount: 1990, description: "Shirt" }] }),
  "invoice.collectPayment": () => shop.invoice.collectPayment("i-51", { amount: 1990 }),
  "invoice.refund": () => shop.invoice.refund("i-51", { refund_amount: 1990 }),
  "ledgerOperation.capture": () => shop.ledgerOperation.capture(credit),
  "ledgerOperation.authorize": () => shop.ledgerOperation.authorize(credit),
  "ledgerOperation.allocate": () => shop.ledgerOperation.allocate(credit),
  "usageEvent.create": () => shop.usageEvent.create({ subscription_id: "s-51", deduplication_id: "d-51", usage_timestamp: 1796083200000, properties: { calls: 1 } }),
};
const count = async (call) => {
  keys = [];
  await call().catch(() => {});
  return `sent ${keys.length} times, ${keys.includes(null) ? "without a key" : `${new Set(keys).size} key`}`;
};
(async () => {
  for (const [name, call] of Object.entries(calls)) console.log(`${name}, a 504: ${await count(call)}`);
  broken = true;
  console.log(`invoice.collectPayment, a broken connection: ${await count(calls["invoice.collectPayment"])}`);
})();
JS
node credit.cjs | tee seen
diff seen - <<'TEXT'
invoice.createForChargeItemsAndCharges, a 504: sent 4 times, 1 key
invoice.collectPayment, a 504: sent 4 times, 1 key
invoice.refund, a 504: sent 4 times, 1 key
ledgerOperation.capture, a 504: sent 4 times, without a key
ledgerOperation.authorize, a 504: sent 4 times, without a key
ledgerOperation.allocate, a 504: sent 4 times, without a key
usageEvent.create, a 504: sent 4 times, without a key
invoice.collectPayment, a broken connection: sent 1 times, 1 key
TEXT
