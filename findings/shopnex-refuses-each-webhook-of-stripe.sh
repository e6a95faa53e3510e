#!/usr/bin/env bash
# @shopnex/stripe-plugin 3.31.10 with @shopnex/utils 1.0.6 (npm, shops on Payload). The webhook takes the shop from the cookie "payload-tenant" of a signed-in administrator. Stripe sends no cookie, so each notification is answered 400 and no order
# becomes paid by it. A handler that throws is answered 200 all the same, as nobody waits for it.
# The payment page has the cart's items alone: a total of 25.00 with 5.00 of shipping is charged as 20.00, and a piece whose variant was taken off the product is charged as 0. Each shop's sale goes to the account of STRIPE_SECRET_KEY, not to the shop's own key.
# Safe: the shop's id in the webhook's address or in the session's metadata; shipping_options; a comparison of amount_total with the order's total before it is shipped.
# Needs Node.js 22.15.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for package in stripe-plugin@3.31.10 utils@1.0.6; do
  tar -xzf "$(npm pack --silent "@shopnex/$package")" && mv package "${package%@*}"
done
echo '{"private": true, "type": "module"}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts decimal.js@10.6.0 nock@13.5.6 stripe@10.17.0 >/dev/null
# The plugin's own code, with Payload's parser of cookies and its collections replaced.
cat >shop.mjs <<'JS'
import { registerHooks } from "node:module";
const stands = {
  payload: "export const parseCookies = (headers) => new Map((headers.get('cookie') ?? '').split('; ').map((one) => one.split('=')));",
  "@shopnex/utils/helpers": `export * from ${JSON.stringify(new URL("utils/dist/helpers/get-tenant-from-cookie.js", import.meta.url).href)};`,
};
registerHooks({
  resolve(name, context, next) {
    if (name in stands) return { url: `data:text/javascript,${encodeURIComponent(stands[name])}`, shortCircuit: true };
    return next(/stripe-plugin|utils\/dist/.test(context.parentURL) && /^\.\.?\//.test(name) && !name.endsWith(".js") ? `${name}.js` : name, context);
  },
});
const { default: nock } = await import("nock");
const { default: Stripe } = await import("stripe");
const { stripeWebhooks } = await import("./stripe-plugin/dist/routes/webhooks.js");
const { stripeCheckout } = await import("./stripe-plugin/dist/services/stripe-checkout.js");
process.env.STRIPE_SECRET_KEY = "sk_test_platform";
const stripe = new Stripe("sk_test_shop", { apiVersion: "2022-08-01" });
let sent;
nock("https://api.stripe.com").persist().post("/v1/checkout/sessions").reply(200, function (_, body) {
  sent = { key: String(this.req.headers.authorization), lines: new URLSearchParams(body) };
  return { id: "cs_1", url: "https://checkout.test/" };
});
const providers = [{ blockType: "stripe", stripeSecretKey: "sk_test_shop", stripeWebhooksEndpointSecret: "whsec_shop" }];
const payload = { logger: { error() {} }, find: async () => ({ docs: [{ providers }] }), create: async () => ({ id: 1 }), update: async () => ({}), config: {} };
const body = JSON.stringify({ id: "evt_1", object: "event", type: "checkout.session.completed", data: { object: { metadata: { orderId: "A-1" } } } });
async function show(name, cookie, paid) {
  let done = "nothing";
  const headers = new Headers({ "stripe-signature": stripe.webhooks.generateTestHeaderString({ payload: body, secret: "whsec_shop" }), ...(cookie && { cookie }) });
  const webhooks = { "checkout.session.completed": async () => ((done = "asked to be paid"), paid?.()) };
  const answer = await stripeWebhooks({ config: {}, pluginConfig: { webhooks }, req: { headers, payload, text: async () => body } });
  console.log(`${name}: ${answer.status}, ${done}`);
}
process.on("unhandledRejection", () => {});
await show("from Stripe");
await show("with an administrator's cookie", "payload-tenant=7");
await show("the same, while the database is away", "payload-tenant=7", async () => { throw new Error("no database"); });
async function charged(name, variantId, total) {
  const product = { variants: [{ id: "v1", price: 20, options: [] }] };
  await stripeCheckout({ req: { payload }, cart: { id: 1, cartItems: [{ product, variantId, quantity: 1 }] }, shop: 7, total, orderId: "A-1" });
  console.log(`${name}, a total of ${total}.00: ${sent.lines.get("line_items[0][price_data][unit_amount]")} cents, by ${sent.key.split(" ")[1]}`);
}
await charged("20.00 and shipping of 5.00", "v1", 25);
await charged("a variant that was taken off", "v0", 20);
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
from Stripe: 400, nothing
with an administrator's cookie: 200, asked to be paid
the same, while the database is away: 200, asked to be paid
20.00 and shipping of 5.00, a total of 25.00: 2000 cents, by sk_test_platform
a variant that was taken off, a total of 20.00: 0 cents, by sk_test_platform
TEXT
