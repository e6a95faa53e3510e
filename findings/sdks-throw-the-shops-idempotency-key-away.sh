#!/usr/bin/env bash
# dodopayments 2.52.0, @whop/sdk 0.0.42, lithic 0.145.0, @metronome/sdk 3.10.0 and @flowglad/node 0.29.0 (npm, 88,000, 97,000, 54,000, 202,000 and 8,000 downloads a month) take
# idempotencyKey among the options of a call, and their types list it. None sends it: the name of its header was never set. The charge goes out three times after a 500, each without
# a key, for a shop that gave one with each order. modern-treasury 3.3.0 and orb-billing 6.11.0, made by the same generator, send it.
# Safe: headers: { "Idempotency-Key": … } where the service documents that header, else maxRetries: 0; and a test that looks at what is sent.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps dodopayments@2.52.0 @whop/sdk@0.0.42 lithic@0.145.0 @metronome/sdk@3.10.0 @flowglad/node@0.29.0 modern-treasury@3.3.0 orb-billing@6.11.0 >/dev/null 2>&1
cat >key.cjs <<'JS'
const { createServer } = require("node:http");
const load = (name) => { const module = require(name); return module.default ?? module.Flowglad ?? module; };
const key = { idempotencyKey: "order-51" };
const sales = {
  dodopayments: (Sdk, url) => new Sdk({ bearerToken: "x", baseURL: url }).subscriptions.charge("sub_51", { product_price: 1990 }, key),
  "@whop/sdk": (Sdk, url) => new Sdk({ apiKey: "x", baseURL: url }).payments.create({ company_id: "biz_1", member_id: "mber_1", payment_method_id: "pm_1", plan: { currency: "eur", initial_price: 19.9 } }, key),
  lithic: (Sdk, url) => new Sdk({ apiKey: "x", baseURL: url }).payments.create({ amount: 1990, financial_account_token: "a", external_bank_account_token: "b", method: "ACH_NEXT_DAY", method_attributes: { sec_code: "CCD" }, type: "PAYMENT" }, key),
  "@metronome/sdk": (Sdk, url) => new Sdk({ bearerToken: "x", baseURL: url }).v1.contracts.create({ customer_id: "c-51", starting_at: "2026-12-01T00:00:00Z" }, key),
  "@flowglad/node": (Sdk, url) => new Sdk({ apiKey: "x", baseURL: url }).subscriptions.create({ customerId: "c-51", priceId: "p-1" }, key),
  "modern-treasury": (Sdk, url) => new Sdk({ apiKey: "x", organizationID: "o", baseURL: url }).paymentOrders.create({ amount: 1990, direction: "credit", originating_account_id: "a", type: "ach" }, key),
  "orb-billing": (Sdk, url) => new Sdk({ apiKey: "x", baseURL: url }).invoices.create({ currency: "EUR", invoice_date: "2026-12-01T00:00:00Z", line_items: [], net_terms: 0 }, key),
};
(async () => {
  for (const [name, sell] of Object.entries(sales)) {
    const seen = [];
    const gateway = createServer((request, response) => {
      seen.push(Object.values(request.headers).includes("order-51"));
      response.writeHead(500, { "content-type": "application/json" }).end("{}");
    });
    await new Promise((done) => gateway.listen(0, "127.0.0.1", done));
    await sell(load(name), `http://127.0.0.1:${gateway.address().port}`).catch(() => {});
    gateway.closeAllConnections();
    gateway.close();
    console.log(`${name}: sent ${seen.length} times, ${seen.every(Boolean) ? "each with the shop's key" : seen.some(Boolean) ? "some with the shop's key" : "none with the shop's key"}`);
  }
})();
JS
node key.cjs | tee seen
diff seen - <<'TEXT'
dodopayments: sent 3 times, none with the shop's key
@whop/sdk: sent 3 times, none with the shop's key
lithic: sent 3 times, none with the shop's key
@metronome/sdk: sent 3 times, none with the shop's key
@flowglad/node: sent 3 times, none with the shop's key
modern-treasury: sent 3 times, each with the shop's key
orb-billing: sent 3 times, each with the shop's key
TEXT
