#!/usr/bin/env bash
# @openfeature/flagd-core 4.0.1 (npm, the rules of OpenFeature's flagd): a fractional rule by a customer's id. As a number, no id is put into a
# share: all 1000 customers have the default, and nothing says so. The same ids as texts are shared by half. So a trial of a payment method, or
# a limit of it to half the customers, ends at none.
# Safe: ids as texts, or {"cat": [{"var": "customerId"}]} in the rule.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @openfeature/flagd-core@4.0.1 @openfeature/core@1 >/dev/null
cat >flags.cjs <<'JS'
const { FlagdCore } = require("@openfeature/flagd-core");
const half = (id) => ({
  state: "ENABLED",
  variants: { card: "card", wallet: "wallet" },
  defaultVariant: "card",
  targeting: { fractional: [id, ["card", 50], ["wallet", 50]] },
});
const core = new FlagdCore();
core.setConfigurations(JSON.stringify({ flags: { plain: half({ var: "customerId" }), joined: half({ cat: [{ var: "customerId" }] }) } }));
const silent = { error() {}, warn() {}, info() {}, debug() {} };
const wallets = (flag, id) =>
  Array.from({ length: 1000 }, (_, i) => core.resolveStringEvaluation(flag, "none", { customerId: id(i + 1) }, silent))
    .filter(({ value }) => value === "wallet").length;
console.log("wallets of 1000 customers, ids as texts:  ", wallets("plain", String));
console.log("wallets of 1000 customers, ids as numbers:", wallets("plain", Number));
console.log("the same numbers, by cat:                 ", wallets("joined", Number));
console.log(JSON.stringify(core.resolveStringEvaluation("plain", "none", { customerId: 51 }, silent)));
JS
node flags.cjs | tee seen
diff seen - <<'TEXT'
wallets of 1000 customers, ids as texts:   522
wallets of 1000 customers, ids as numbers: 0
the same numbers, by cat:                  522
{"value":"card","reason":"DEFAULT","variant":"card","flagMetadata":{}}
TEXT
