#!/usr/bin/env bash
# @hookflo/tern 4.1.0 (npm) gives each verified webhook an eventId, by which a shop and tern's own queue drop copies. For most payment services that is
# the id of the payment, not of the event: Razorpay's payment.authorized, payment.captured and refund.processed have one eventId, and so have Polar's
# order.paid and order.refunded, Dodo's payment.failed and payment.succeeded, and WooCommerce's order of each status. Stripe's is the request's
# idempotency key, which a new subscription and its paid invoice share. So a shop that drops copies by it ships what was never captured, or keeps
# open what was refunded. Paddle's and Lemon Squeezy's are right.
# Safe: the id of the event that the service sends, or the order together with its status.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @hookflo/tern@4.1.0 >/dev/null
cat >shop.mjs <<'JS'
import { createHmac } from "node:crypto";
import tern from "@hookflo/tern";

const now = Math.floor(Date.now() / 1000);
const key = Buffer.from("secret").toString("base64");
const sign = (text, form) => createHmac("sha256", "secret").update(text).digest(form);
const standard = (body, id) => ({ "webhook-id": id, "webhook-timestamp": `${now}`, "webhook-signature": `v1,${sign(`${id}.${now}.${body}`, "base64")}` });
const services = {
  razorpay: { secret: "secret", headers: (body) => ({ "x-razorpay-signature": sign(body, "hex") }) },
  stripe: { secret: "secret", headers: (body) => ({ "stripe-signature": `t=${now},v1=${sign(`${now}.${body}`, "hex")}` }) },
  polar: { secret: "secret", headers: standard },
  dodopayments: { secret: `whsec_${key}`, headers: standard },
  woocommerce: { secret: "secret", headers: (body, id) => ({ "x-wc-webhook-signature": sign(body, "base64"), "x-wc-webhook-delivery-id": id }) },
  paddle: { secret: "secret", headers: (body) => ({ "paddle-signature": `ts=${now};h1=${sign(`${now}:${body}`, "hex")}` }) },
};
const payment = { entity: { id: "pay_1", amount: 5000 } };
const events = [
  ["razorpay", { event: "payment.authorized", payload: { payment } }],
  ["razorpay", { event: "payment.captured", payload: { payment } }],
  ["razorpay", { event: "refund.processed", payload: { payment, refund: { entity: { id: "rfnd_1", amount: 5000 } } } }],
  ["stripe", { id: "evt_1", type: "customer.subscription.created", request: { id: "req_1", idempotency_key: "order-51" } }],
  ["stripe", { id: "evt_2", type: "invoice.paid", request: { id: "req_1", idempotency_key: "order-51" } }],
  ["polar", { type: "order.paid", data: { id: "order_1" } }],
  ["polar", { type: "order.refunded", data: { id: "order_1" } }],
  ["dodopayments", { type: "payment.failed", data: { payment_id: "pay_1" } }],
  ["dodopayments", { type: "payment.succeeded", data: { payment_id: "pay_1" } }],
  ["woocommerce", { id: 51, status: "processing" }],
  ["woocommerce", { id: 51, status: "refunded" }],
  ["paddle", { event_id: "evt_1", event_type: "transaction.paid", data: { id: "txn_1" } }],
  ["paddle", { event_id: "evt_2", event_type: "adjustment.created", data: { id: "adj_1" } }],
];
for (const [service, event] of events) {
  const body = JSON.stringify(event);
  const id = `msg_${body.length}`;
  const request = new Request("https://shop.example.com/hook", { method: "POST", body, headers: services[service].headers(body, id) });
  const { isValid, eventId } = await tern.WebhookVerificationService.verifyWithPlatformConfig(request, service, services[service].secret);
  console.log(`${event.event ?? event.type ?? event.event_type ?? event.status}: ${isValid ? eventId : "not genuine"}`);
}
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
payment.authorized: razorpay_pay_1
payment.captured: razorpay_pay_1
refund.processed: razorpay_pay_1
customer.subscription.created: stripe_order-51
invoice.paid: stripe_order-51
order.paid: polar_order_1
order.refunded: polar_order_1
payment.failed: dodopayments_pay_1
payment.succeeded: dodopayments_pay_1
processing: woocommerce_51
refunded: woocommerce_51
transaction.paid: paddle_evt_1
adjustment.created: paddle_evt_2
TEXT
