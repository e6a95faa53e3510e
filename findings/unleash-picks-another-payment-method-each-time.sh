#!/usr/bin/env bash
# unleash-client 6.12.1 (npm, feature flags): isEnabled takes a customer's id that is a number, and puts the same customer on the same side each
# time. getVariant takes only a text for one, and otherwise draws: customer 51 sees "card", "wallet" or "invoice" anew at every look, so the
# page may show one payment method and the server charge by another. An orderId among the properties may be a number.
# Safe: String(id).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts unleash-client@6.12.1 >/dev/null
cat >flags.cjs <<'JS'
const { Unleash, InMemStorageProvider } = require("unleash-client");
const variant = (name) => ({ name, weight: 334, weightType: "variable", stickiness: "default", overrides: [] });
const flag = (name, stickiness) => ({
  name,
  enabled: true,
  type: "release",
  strategies: [{ name: "flexibleRollout", parameters: { rollout: "100", stickiness, groupId: name }, constraints: [] }],
  variants: ["card", "wallet", "invoice"].map((one) => ({ ...variant(one), stickiness })),
});
const unleash = new Unleash({
  appName: "shop",
  url: "http://127.0.0.1:9/api/",
  refreshInterval: 0,
  disableMetrics: true,
  storageProvider: new InMemStorageProvider(),
  bootstrap: { data: [flag("by-customer", "default"), flag("by-order", "orderId")] },
});
unleash.on("error", () => {});
unleash.once("ready", () => {
  const methods = (name, context) => new Set(Array.from({ length: 300 }, () => unleash.getVariant(name, context).name)).size;
  console.log("customer \"51\":", methods("by-customer", { userId: "51" }), "method in 300 looks");
  console.log("customer 51:  ", methods("by-customer", { userId: 51 }), "methods");
  console.log("order \"51\":   ", methods("by-order", { properties: { orderId: "51" } }), "method");
  console.log("order 51:     ", methods("by-order", { properties: { orderId: 51 } }), "method");
  unleash.destroy();
});
JS
node flags.cjs | tee seen
diff seen - <<'TEXT'
customer "51": 1 method in 300 looks
customer 51:   3 methods
order "51":    1 method
order 51:      1 method
TEXT
