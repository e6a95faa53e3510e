#!/usr/bin/env bash
# @openfeature/env-var-provider 0.3.1 (npm): a shop sells by card unless it's switched off, getBooleanValue("card-payments", true). In an emergency it's started with
# CARD_PAYMENTS=FALSE, 0, off or no. All of them are errors, which the client turns into the default: it goes on to take cards, with a line in the log at most. Only
# "false" switches it off. With @openfeature/multi-provider 0.1.2 the next provider, whose answer is false, isn't asked after such an error.
# FREE_SHIPPING_FROM=1,000 is 1, so everything ships for free.
# Safe: let the default be the safe side, and look at getBooleanDetails(…).errorCode when the shop starts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @openfeature/env-var-provider@0.3.1 @openfeature/multi-provider@0.1.2 @openfeature/server-sdk@1.23.0 @openfeature/core@1 >/dev/null 2>&1
cat >flags.cjs <<'JS'
const { InMemoryProvider, OpenFeature } = require("@openfeature/server-sdk");
const { EnvVarProvider } = require("@openfeature/env-var-provider");
const { MultiProvider } = require("@openfeature/multi-provider");
(async () => {
  const off = new InMemoryProvider({ "card-payments": { variants: { off: false }, defaultVariant: "off", disabled: false } });
  await OpenFeature.setProviderAndWait(new EnvVarProvider());
  await OpenFeature.setProviderAndWait("both", new MultiProvider([{ provider: new EnvVarProvider() }, { provider: off }]));
  const takesCards = async (client) => ((await client.getBooleanValue("card-payments", true)) ? "cards are taken" : "no cards");
  for (const value of ["false", "FALSE", "0", "off", "no"]) {
    process.env.CARD_PAYMENTS = value;
    console.log(`CARD_PAYMENTS=${value}: ${await takesCards(OpenFeature.getClient())}; before one that says false: ${await takesCards(OpenFeature.getClient("both"))}`);
  }
  process.env.FREE_SHIPPING_FROM = "1,000";
  console.log("FREE_SHIPPING_FROM=1,000:", await OpenFeature.getClient().getNumberValue("free-shipping-from", 1000));
})();
JS
node flags.cjs 2>/dev/null | tee seen
diff seen - <<'TEXT'
CARD_PAYMENTS=false: no cards; before one that says false: no cards
CARD_PAYMENTS=FALSE: cards are taken; before one that says false: cards are taken
CARD_PAYMENTS=0: cards are taken; before one that says false: cards are taken
CARD_PAYMENTS=off: cards are taken; before one that says false: cards are taken
CARD_PAYMENTS=no: cards are taken; before one that says false: cards are taken
FREE_SHIPPING_FROM=1,000: 1
TEXT
