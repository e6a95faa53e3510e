#!/usr/bin/env bash
# @optimizely/optimizely-sdk 6.6.1 (npm, 1,260,000 downloads a month). A purchase is tracked with its revenue, which is to be whole cents. The SDK cuts, and doesn't say so:
# 19.99 * 100, which is 1998.9999999999998, counts as 1998, and so do 572 other prices below 100.00 lose their cent. The text "1,234.50" counts as 1, "1e3" as 1; only
# a text that begins with a sign of a currency is left out. An experiment about prices is then decided by wrong sums.
# Safe: Math.round(price * 100), or cents that the shop keeps as integers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @optimizely/optimizely-sdk@6.6.1 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const { createForwardingEventProcessor, createInstance, createStaticProjectConfigManager } = require("@optimizely/optimizely-sdk");
const empty = { rollouts: [], typedAudiences: [], variables: [], featureFlags: [], experiments: [], audiences: [], groups: [], attributes: [], layers: [] };
const datafile = JSON.stringify({ ...empty, version: "4", projectId: "1", accountId: "1", revision: "1", anonymizeIP: false, botFiltering: false, events: [{ experimentIds: [], id: "9", key: "purchase" }] });
let counted;
const dispatcher = {
  async dispatchEvent({ params }) {
    counted = params.visitors[0].snapshots[0].events[0].revenue;
    return { statusCode: 200 };
  },
};
const client = createInstance({ projectConfigManager: createStaticProjectConfigManager({ datafile }), eventProcessor: createForwardingEventProcessor(dispatcher) });
const revenue = (value) => {
  counted = "nothing";
  client.track("purchase", "shopper", {}, { revenue: value });
  return counted;
};
client.onReady().then(() => {
  for (const value of [1999, 19.99 * 100, "1,234.50", "1e3", "$50.00"]) console.log(`${JSON.stringify(value)}: ${revenue(value)}`);
  const prices = Array.from({ length: 9999 }, (_, cent) => (cent + 1) / 100);
  console.log("prices that lose a cent:", prices.filter((price) => revenue(price * 100) !== Math.round(price * 100)).length);
  process.exit();
});
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
1999: 1999
1998.9999999999998: 1998
"1,234.50": 1
"1e3": 1
"$50.00": undefined
prices that lose a cent: 573
TEXT
