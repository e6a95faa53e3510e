#!/usr/bin/env bash
# @hookflo/tern 4.1.0 (npm), which verifies webhooks of payment services, builds the signed text of Paddle, Polar, Dodo Payments and WorkOS with
# "{timestamp}:{body}".replace("{body}", body). In a replacement JavaScript reads $$ as $, and $& and $' as parts of the text. So a genuine payment
# for "Saver $$" or "5 $'s" has a wrong signature each time that it is sent, and the order stays open. "Tea for $5" passes.
# Safe: replace with a function, () => body, in code of your own; the verifier of the service's own SDK; query what no webhook told.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @hookflo/tern@4.1.0 @paddle/paddle-node-sdk@3.10.0 >/dev/null
cat >shop.mjs <<'JS'
import { createHmac } from "node:crypto";
import { Paddle } from "@paddle/paddle-node-sdk";
import tern from "@hookflo/tern";

const paddle = new Paddle("key");
for (const name of ["Tea", "Tea for $5", "Saver $$", "5 $'s"]) {
  const body = JSON.stringify({ event_id: "evt_1", event_type: "transaction.paid", data: { id: "txn_1", items: [{ name }] } });
  const now = Math.floor(Date.now() / 1000);
  const header = `ts=${now};h1=${createHmac("sha256", "secret").update(`${now}:${body}`).digest("hex")}`;
  const request = new Request("https://shop.example.com/hook", { method: "POST", body, headers: { "paddle-signature": header } });
  const { isValid, error } = await tern.WebhookVerificationService.verifyWithPlatformConfig(request, "paddle", "secret");
  const own = await paddle.webhooks.isSignatureValid(body, "secret", header);
  console.log(`${name}: ${isValid ? "genuine" : error}; to Paddle's SDK ${own}`);
}
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
Tea: genuine; to Paddle's SDK true
Tea for $5: genuine; to Paddle's SDK true
Saver $$: Invalid signature; to Paddle's SDK true
5 $'s: Invalid signature; to Paddle's SDK true
TEXT
