#!/usr/bin/env bash
# @hookflo/tern 4.1.0 (npm) verifies a webhook, and with normalize: true gives payments of all services one form. Stripe's payment_intent.succeeded comes with an empty
# metadata: the shop's order number, which stands in Stripe's, is gone. A refund has the event payment.unknown and the amount of the whole charge. Polar's order.paid, an
# event of its API, is verified, too, but is payment.unknown without an amount: tern reads names that Polar doesn't send, so that the order stays open.
# Safe: verify without normalize, and read the service's own event; or query the payment.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @hookflo/tern@4.1.0 standardwebhooks@1.1.1 @polar-sh/sdk@0.49.0 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const { createHmac } = require("node:crypto");
const { WebhookVerificationService } = require("@hookflo/tern");
const { Webhook } = require("standardwebhooks");
const secret = `whsec_${Buffer.from("a secret of the shop, 32 bytes..").toString("base64")}`;
const stripe = (body, time = Math.floor(Date.now() / 1000)) => ({ "stripe-signature": `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}` });
const polar = (body, time = new Date()) => ({ "webhook-id": "msg_1", "webhook-timestamp": String(Math.floor(time / 1000)), "webhook-signature": new Webhook(Buffer.from(secret).toString("base64")).sign("msg_1", time, body) });
const events = [
  ["stripe", stripe, { id: "evt_1", type: "payment_intent.succeeded", data: { object: { id: "pi_1", amount: 5000, amount_received: 5000, currency: "hkd", metadata: { order: "A-1" } } } }],
  ["stripe", stripe, { id: "evt_2", type: "charge.refunded", data: { object: { id: "ch_1", amount: 5000, amount_refunded: 1000, currency: "hkd", metadata: { order: "A-1" } } } }],
  ["polar", polar, { type: "order.paid", timestamp: new Date().toISOString(), data: { id: "1", paid: true, total_amount: 5000, currency: "usd", metadata: { order: "A-1" } } }],
];
(async () => {
  for (const [platform, sign, event] of events) {
    const body = JSON.stringify(event);
    const request = new Request("https://shop.example/hook", { method: "POST", body, headers: { "content-type": "application/json", ...sign(body) } });
    const { isValid, payload } = await WebhookVerificationService.verify(request, { platform, secret, normalize: true });
    console.log(`${platform}, ${event.type}: ${isValid ? "valid" : "not valid"}, ${payload?.event}, ${payload?.amount}, ${JSON.stringify(payload?.metadata)}`);
  }
})();
JS
{
  echo "events of Polar's SDK: $(grep -rohE '"(order\.paid|payment\.completed)"' --include=*.js node_modules/@polar-sh/sdk | sort -u | xargs)"
  node --no-warnings shop.cjs
} | tee seen
diff seen - <<'TEXT'
events of Polar's SDK: order.paid
stripe, payment_intent.succeeded: valid, payment.succeeded, 5000, {}
stripe, charge.refunded: valid, payment.unknown, 5000, {}
polar, order.paid: valid, payment.unknown, undefined, {}
TEXT
