#!/usr/bin/env bash
# @payloadcms/plugin-stripe 3.90.2 (npm), webhooks of Stripe in Payload. Stripe hears 200 and received before the shop's handler has done anything. If the handler then fails, because the database is away, Stripe doesn't send the event
# again: the order was paid, and stays open. A deployment that ends the process in between loses it, too.
# Safe: a route of your own that answers when the row is written, or a look at Stripe's events once an hour.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @payloadcms/plugin-stripe@3.90.2 >/dev/null
# The part of Payload that is used.
mkdir -p node_modules/payload
echo '{"name":"payload","type":"module","exports":{".":"./index.js","./shared":"./index.js"}}' >node_modules/payload/package.json
echo 'export const dynamicImport = (name) => import(name); export const hasUnsupportedFieldPathSegment = () => false; export const setOwnProperty = () => undefined;' >node_modules/payload/index.js
cat >shop.mjs <<'JS'
import Stripe from "stripe";
import { stripeWebhooks } from "./node_modules/@payloadcms/plugin-stripe/dist/routes/webhooks.js";
const secret = "whsec_1";
const body = JSON.stringify({ id: "evt_1", object: "event", type: "payment_intent.succeeded", data: { object: { id: "pi_1", object: "payment_intent" } } });
const signature = new Stripe("sk_test_1").webhooks.generateTestHeaderString({ payload: body, secret });
process.on("unhandledRejection", (error) => console.log(`the handler: ${error.message}`));
const webhooks = { "payment_intent.succeeded": async () => Promise.reject(new Error("no database")) };
const request = Object.assign(new Request("https://shop.example.com/", { method: "POST", body, headers: { "stripe-signature": signature } }), { payload: {} });
const answer = await stripeWebhooks({ config: {}, req: request, pluginConfig: { stripeSecretKey: "sk_test_1", stripeWebhooksEndpointSecret: secret, webhooks } });
console.log(`Stripe hears ${answer.status} ${await answer.text()}`);
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
Stripe hears 200 {"received":true}
the handler: no database
TEXT
