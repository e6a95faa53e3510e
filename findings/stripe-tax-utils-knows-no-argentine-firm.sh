#!/usr/bin/env bash
# stripe-tax-utils 1.1.2 (npm) finds the type that Stripe wants beside a buyer's tax number. It has none for numbers as they are given: Argentina's have
# eight digits in the middle and one at the end, and it wants seven and two; Chile's end with one of eleven characters, and it wants K; Mexico's end with
# letters and digits, of people with one letter more; Turkey's have ten digits, Ukraine's twelve. The answer is null, without an error, so the number
# isn't sent, the tax is charged, and the invoice is no use to the buyer.
# Safe: ask the buyer for the country and the kind, and take the type from Stripe's own list.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts stripe-tax-utils@1.1.2 >/dev/null
cat >types.cjs <<'JS'
const { getStripeType, ...rest } = require("stripe-tax-utils").default;
const show = (country, taxId) => console.log(country, taxId, getStripeType.call(rest, { country, taxId }));
show("DE", "DE136695976");
show("AR", "30-50001091-2");
show("CL", "97.004.000-5");
show("CL", "60.803.000-K");
show("MX", "PME380607P35");
show("MX", "NWM9709244W4");
show("TR", "1234567890");
show("UA", "123456789012");
JS
node types.cjs | tee seen
diff seen - <<'TEXT'
DE DE136695976 eu_vat
AR 30-50001091-2 null
CL 97.004.000-5 null
CL 60.803.000-K cl_tin
MX PME380607P35 null
MX NWM9709244W4 null
TR 1234567890 null
UA 123456789012 null
TEXT
