#!/usr/bin/env bash
# @whop/sdk 0.0.42 (npm, 96,000 downloads a month) charges a kept card, and the answer is lost. It sends the charge twice more by itself, without a key by which Whop could
# tell that it is the same: three charges, and the shop hears of none. A refund of a part goes out three times, too. @fanbasis/checkout-sdk 0.5.0 does the same with
# customers.charge; @mercoa/javascript 0.7.1 pays an invoice three times after a 500. @commet/node 7.10.0 sends four, with one idempotency key.
# Safe: maxRetries: 0 (of Mercoa in each call's options), then ask for the payment by the order's reference.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @whop/sdk@0.0.42 @fanbasis/checkout-sdk@0.5.0 @mercoa/javascript@0.7.1 @commet/node@7.10.0 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const { createServer } = require("node:http");
const { Whop } = require("@whop/sdk");
const { default: Fanbasis } = require("@fanbasis/checkout-sdk");
const { MercoaClient } = require("@mercoa/javascript");
const { Commet } = require("@commet/node");
const { fetch } = globalThis;
const sales = {
  "whop, a kept card": (url, options) => new Whop({ apiKey: "key", baseURL: url, ...options }).payments.create({ company_id: "biz_1", member_id: "mber_1", payment_method_id: "pm_1", plan: { currency: "hkd", initial_price: 50 } }),
  "whop, a refund": (url, options) => new Whop({ apiKey: "key", baseURL: url, ...options }).payments.refund("pay_1", { partial_amount: 10 }),
  "fanbasis, a kept card": (url, options) => new Fanbasis({ apiKey: "key", baseURL: url, ...options }).customers.charge("51", { amount_cents: 5000, payment_method_id: "pm_1" }),
  "mercoa, an invoice, 500": (url, options) => new MercoaClient({ token: "key", environment: url }).invoice.create({ status: "SCHEDULED", amount: 50, currency: "USD", payerId: "1", vendorId: "2", creatorEntityId: "1" }, options),
  "commet, a renewal": (url) => {
    globalThis.fetch = (address, call) => fetch(address.replace("https://commet.co", url), call);
    return new Commet({ apiKey: "ck_test" }).transactions.retry({ id: "51" });
  },
};
(async () => {
  for (const [name, sell] of Object.entries(sales))
    for (const options of name.startsWith("commet") ? [{}] : [{}, { maxRetries: 0 }]) {
      const keys = [];
      const server = createServer((call, answer) => {
        keys.push(call.headers["idempotency-key"]);
        name.endsWith("500") ? answer.writeHead(500).end("{}") : call.socket.destroy();
      });
      await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
      const heard = await sell(`http://127.0.0.1:${server.address().port}`, options).then(() => "paid", () => "an error");
      server.closeAllConnections();
      server.close();
      console.log(`${name}${options.maxRetries === 0 ? ", maxRetries 0" : ""}: sent ${keys.length}, ${keys[0] ? `${new Set(keys).size} key` : "no key"}, ${heard}`);
    }
})();
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
whop, a kept card: sent 3, no key, an error
whop, a kept card, maxRetries 0: sent 1, no key, an error
whop, a refund: sent 3, no key, an error
whop, a refund, maxRetries 0: sent 1, no key, an error
fanbasis, a kept card: sent 3, no key, an error
fanbasis, a kept card, maxRetries 0: sent 1, no key, an error
mercoa, an invoice, 500: sent 3, no key, an error
mercoa, an invoice, 500, maxRetries 0: sent 1, no key, an error
commet, a renewal: sent 4, 1 key, an error
TEXT
