#!/usr/bin/env bash
# @payloadcms/plugin-ecommerce 3.90.2 (npm), its endpoint that begins a payment. A product that is sold out is refused, but of an item with a variant neither stock nor price is looked at: the
# look stands inside the case without a variant. The payment is begun, and the stock goes below zero. The amount is the cart's subtotal of the time
# when its items last changed, so a cart of last week pays last week's price.
# The Stripe adapter writes the whole cart into one metadata value. Stripe takes 500 characters, which five items with variants exceed: a larger cart can't be paid.
# Safe: paymentMethods of your own around the adapter, which read stock and prices again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @payloadcms/plugin-ecommerce@3.90.2 >/dev/null
# Of Payload the endpoint imports only the function that reads the request's body; of Stripe, the adapter uses two calls.
mkdir -p node_modules/payload node_modules/stripe
echo '{"type":"module","main":"index.js"}' | tee node_modules/payload/package.json >node_modules/stripe/package.json
echo 'export const addDataAndFileToRequest = async () => undefined;' >node_modules/payload/index.js
cat >node_modules/stripe/index.js <<'JS'
export default class {
  customers = { list: async () => ({ data: [{ id: "cus_1" }] }) };
  paymentIntents = {
    create: async ({ amount, currency, metadata }) => {
      const longest = Math.max(...Object.values(metadata).filter(Boolean).map((value) => `${value}`.length));
      if (longest > 500) throw new Error(`Metadata values can have up to 500 characters, but you passed in a value that is ${longest} characters`);
      return { id: "pi_1", amount, currency, client_secret: "secret" };
    },
  };
}
JS
cat >shop.mjs <<'JS'
const dist = new URL("node_modules/@payloadcms/plugin-ecommerce/dist/", import.meta.url);
const { initiatePaymentHandler } = await import(new URL("endpoints/initiatePayment.js", dist));
const { initiatePayment } = await import(new URL("payments/adapters/stripe/initiatePayment.js", dist));
const currenciesConfig = { defaultCurrency: "USD", supportedCurrencies: [{ code: "USD", decimals: 2 }] };
const ids = (kind, count) => Array.from({ length: count }, (_, i) => `${kind}${"0".repeat(23 - kind.length)}${i}`);
const pay = async (name, { products = {}, variants = {}, ...cart }) => {
  const found = { carts: { c1: { id: "c1", currency: "USD", ...cart } }, products, variants };
  let told;
  const logger = { error: ({ err }) => (told = err?.message ?? told) };
  const payload = { findByID: async ({ collection, id }) => found[collection][id], create: async () => undefined, logger };
  const handler = initiatePaymentHandler({ currenciesConfig, paymentMethod: { initiatePayment: async (args) => {
    const answer = await initiatePayment({ secretKey: "sk" })(args);
    told = `a payment of ${args.data.cart.subtotal} is begun`;
    return answer;
  } } });
  const { status } = await handler({ data: { cartID: "c1", customerEmail: "a@example.com" }, payload, user: null });
  console.log(`${name}: ${status}${told ? `, ${told}` : ""}`);
};
const soldOut = { id: "p1", inventory: 0, priceInUSD: 5000 };
await pay("a product that is sold out", { items: [{ product: "p1", quantity: 1 }], subtotal: 5000, products: { p1: soldOut } });
await pay("a variant that is sold out", { items: [{ product: "p1", variant: "v1", quantity: 1 }], subtotal: 5000, products: { p1: soldOut }, variants: { v1: { ...soldOut, id: "v1" } } });
await pay("a product that costs 60.00 now", { items: [{ product: "p1", quantity: 1 }], subtotal: 5000, products: { p1: { id: "p1", inventory: 9, priceInUSD: 6000 } } });
for (const count of [4, 5]) {
  const items = ids("f", count).map((id, i) => ({ id, product: ids("a", count)[i], variant: ids("b", count)[i], quantity: 1 }));
  await pay(`${count} items`, { items, subtotal: 5000 * count });
}
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
a product that is sold out: 400
a variant that is sold out: 200, a payment of 5000 is begun
a product that costs 60.00 now: 200, a payment of 5000 is begun
4 items: 200, a payment of 20000 is begun
5 items: 500, Metadata values can have up to 500 characters, but you passed in a value that is 606 characters
TEXT
