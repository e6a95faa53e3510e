#!/usr/bin/env bash
# @cloudcommerce/app-custom-shipping 2.63.2 (npm, Brazil). A rule that takes its price from its service, at 15.00, is free in the preview that a cart shows before the address ("free shipping from 0"), and 15.00 at the checkout.
# A weight in pounds or ounces, which the platform's types allow, or without a unit, is 0: ten kilograms as 22 lb go at the price of a letter, under a rule up to one kilogram.
# Safe: the price in each rule; weights in kg or g.
# Needs Node.js 22.15.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
tar -xzf "$(npm pack --silent @cloudcommerce/app-custom-shipping@2.63.2)"
echo '{"type": "module"}' >package/package.json
cat >shop.mjs <<'JS'
import { registerHooks } from "node:module";
registerHooks({ resolve: (name, context, next) => (name === "@cloudcommerce/firebase/lib/config" ? { url: "data:text/javascript,export default { get: () => ({ countryCode: 'HK' }) };", shortCircuit: true } : next(name, context)) });
const { calculateShipping } = await import("./package/lib/custom-shipping.js");
const ask = (data, params) => calculateShipping({ application: { data: structuredClone({ zip: "10000000", ...data }) }, params });
const service = { services: [{ service_code: "post", label: "Post", total_price: 15 }], shipping_rules: [{ service_code: "post" }] };
console.log(`preview: free from ${(await ask(service, { subtotal: 40 })).free_shipping_from_value}`);
const price = ({ shipping_services }) => shipping_services.map(({ shipping_line }) => shipping_line.total_price).join(", ") || "none";
console.log(`at the checkout: ${price(await ask(service, { subtotal: 40, to: { zip: "20000000" }, items: [{ price: 40, quantity: 1 }] }))}`);
const weights = { shipping_rules: [{ service_code: "post", total_price: 5, max_cubic_weight: 1 }, { service_code: "post", total_price: 60, max_cubic_weight: 30 }] };
for (const weight of [{ value: 10, unit: "kg" }, { value: 22, unit: "lb" }, { value: 10 }]) {
  console.log(`${weight.value} ${weight.unit ?? "without a unit"}: ${price(await ask(weights, { to: { zip: "20000000" }, items: [{ price: 40, quantity: 1, weight }] }))}`);
}
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
preview: free from 0
at the checkout: 15
10 kg: 60
22 lb: 5
10 without a unit: 5
TEXT
