#!/usr/bin/env bash
# While a webhook's secret is changed, Stripe and services of Standard Webhooks sign with the old and the new one, and send both signatures in one header. Their own verifiers take either. nuxt-webhook-validators
# 0.2.12 and @hookflo/tern 4.1.0 (npm) keep only the last of Stripe's: a shop that knows the secret of the first refuses each payment until the other one expires. Of Polar's two, nuxt-webhook-validators takes
# neither. Safe: the service's own verifier (stripe 23.1.0, standardwebhooks 1.1.1); query what no webhook told.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @hookflo/tern@4.1.0 nuxt-webhook-validators@0.2.12 h3@1.15.4 stripe@23.1.0 standardwebhooks@1.1.1 >/dev/null
cat >shop.mjs <<'JS'
import { createHmac } from "node:crypto";
import http from "node:http";
import { registerHooks } from "node:module";
import { createApp, eventHandler, toNodeListener } from "h3";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import tern from "@hookflo/tern";

// Outside of Nuxt its settings come from here.
const settings = `data:text/javascript,export const useRuntimeConfig = () => ({ webhook: { stripe: { secretKey: "new" }, polar: { secretKey: "new" } } })`;
registerHooks({ resolve: (name, context, next) => (name === "#imports" ? { url: settings, shortCircuit: true } : next(name, context)) });
const folder = "./node_modules/nuxt-webhook-validators/dist/runtime/server/lib/validators";
const { isValidStripeWebhook } = await import(`${folder}/stripe.js`);
const { isValidPolarWebhook } = await import(`${folder}/polar.js`);
const app = createApp();
app.use("/stripe", eventHandler(async (event) => String(await isValidStripeWebhook(event))));
app.use("/polar", eventHandler(async (event) => String(await isValidPolarWebhook(event))));
const server = http.createServer(toNodeListener(app)).listen(0, "127.0.0.1");
await new Promise((ready) => server.once("listening", ready));
const nuxt = async (path, body, headers) =>
  (await fetch(`http://127.0.0.1:${server.address().port}/${path}`, { method: "POST", body, headers })).text();
const { WebhookVerificationService } = tern;
const checkedByTern = async (service, body, headers) =>
  (await WebhookVerificationService.verifyWithPlatformConfig(new Request("https://shop.example.com/hook", { method: "POST", body, headers }), service, "new")).isValid;
const genuine = (check) => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

const now = Math.floor(Date.now() / 1000);
const body = JSON.stringify({ id: "evt_1", type: "payment_intent.succeeded", data: { id: "order_1" } });
const sign = (key, text, form) => createHmac("sha256", key).update(text).digest(form);
for (const keys of [["new"], ["old", "new"], ["new", "old"]]) {
  const header = `t=${now},${keys.map((key) => `v1=${sign(key, `${now}.${body}`, "hex")}`).join(",")}`;
  const headers = { "stripe-signature": header, "content-type": "application/json" };
  const own = genuine(() => Stripe.webhooks.constructEvent(body, header, "new"));
  console.log(`Stripe, ${keys.join(" and ")}: its SDK ${own}, tern ${await checkedByTern("stripe", body, headers)}, nuxt ${await nuxt("stripe", body, headers)}`);
}
for (const keys of [["new"], ["old", "new"], ["new", "old"]]) {
  const signature = keys.map((key) => `v1,${sign(key, `msg_1.${now}.${body}`, "base64")}`).join(" ");
  const headers = { "webhook-id": "msg_1", "webhook-timestamp": `${now}`, "webhook-signature": signature, "content-type": "application/json" };
  const own = genuine(() => new Webhook(Buffer.from("new").toString("base64")).verify(body, headers));
  console.log(`Polar, ${keys.join(" and ")}: standardwebhooks ${own}, tern ${await checkedByTern("polar", body, headers)}, nuxt ${await nuxt("polar", body, headers)}`);
}
process.exit();
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
Stripe, new: its SDK true, tern true, nuxt true
Stripe, old and new: its SDK true, tern true, nuxt true
Stripe, new and old: its SDK true, tern false, nuxt false
Polar, new: standardwebhooks true, tern true, nuxt true
Polar, old and new: standardwebhooks true, tern true, nuxt false
Polar, new and old: standardwebhooks true, tern true, nuxt false
TEXT
