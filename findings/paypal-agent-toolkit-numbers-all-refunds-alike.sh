#!/usr/bin/env bash
# @paypal/agent-toolkit 1.8.0 (npm): the request_id of its context, which PayPal takes as the key of a repeated call, goes with every call of
# the agent. Two refunds of two captures have one key, so PayPal may answer the second with the first one's answer and refund nothing; without
# request_id, a refund that an agent tries again has no key at all. And create_order rounds the tax of one piece and of the sum apart:
# three pieces with 0.18 each have a tax_total of 0.53, which PayPal refuses as TAX_TOTAL_MISMATCH.
# Safe: a new PayPalAPI with a new request_id for each call that moves money; taxes that are whole cents for a piece. Calls no network.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @paypal/agent-toolkit@1.8.0 >/dev/null
cat >agent.cjs <<'JS'
const axios = require("axios");
const { PayPalAPI } = require("@paypal/agent-toolkit/mcp");
axios.defaults.adapter = async (config) => {
  const { capture_id, purchase_units } = JSON.parse(config.data);
  const unit = purchase_units?.[0];
  const what = unit ? { tax: unit.items[0].tax.value, quantity: unit.items[0].quantity, tax_total: unit.amount.breakdown.tax_total.value } : { capture_id };
  console.log(config.headers["PayPal-Request-Id"], config.url.split("/").at(-1), JSON.stringify(what));
  return { status: 201, data: {}, headers: {}, config };
};
(async () => {
  const agent = new PayPalAPI("token", { sandbox: true, request_id: "order-A-1" });
  await agent.run("create_refund", { capture_id: "CAPTURE0000000001" });
  await agent.run("create_refund", { capture_id: "CAPTURE0000000002" });
  const item = { name: "shoes", itemCost: 1.99, taxPercent: 8.875, quantity: 3, itemTotal: 5.97 };
  await new PayPalAPI("token", { sandbox: true }).run("create_order", { currencyCode: "USD", items: [item] });
})();
JS
node agent.cjs | tee seen
diff seen - <<'TEXT'
order-A-1 refund {"capture_id":"CAPTURE0000000001"}
order-A-1 refund {"capture_id":"CAPTURE0000000002"}
undefined orders {"tax":"0.18","quantity":"3","tax_total":"0.53"}
TEXT
