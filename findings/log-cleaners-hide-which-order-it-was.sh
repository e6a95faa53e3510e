#!/usr/bin/env bash
# A shop logs two orders and cleans its log of personal details. redact-pii 3.4.0 and its fork @dawn-analytics/redact-pii 0.1.2 (npm) hide the reference 2026-1127-0001, the
# order's id and the year of its time, and @redactpii/node 1.0.17 takes the id and a part of the reference for phones: both orders become the same line, and the log cannot say which
# of them was lost. openredaction 1.1.5 changes the name of the member merchantReference. fast-redact 3.5.0 is told what to hide, and keeps them.
# Safe: a cleaner that is told which members to hide.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts redact-pii@3.4.0 @dawn-analytics/redact-pii@0.1.2 openredaction@1.1.5 @redactpii/node@1.0.17 fast-redact@3.5.0 >/dev/null
cat >log.mjs <<'JS'
import { createRequire } from "node:module";
import { Redactor } from "@redactpii/node";
const require = createRequire(import.meta.url);
const orders = ["1", "2"].map((n) => ({ merchantReference: `2026-1127-000${n}`, orderId: `100000${n}`, updateTime: "2026-11-27T11:02:00.000Z", email: "a@shop.example" }));
const { OpenRedaction } = require("openredaction");
const cleaners = {
  "redact-pii": (text) => new (require("redact-pii").SyncRedactor)().redact(text),
  "@dawn-analytics/redact-pii": (text) => new (require("@dawn-analytics/redact-pii").SyncRedactor)().redact(text),
  openredaction: async (text) => (await new OpenRedaction().detect(text)).redacted.replace(/_\d+\]/g, "_n]"),
  "@redactpii/node": (text) => new Redactor({ rules: { CREDIT_CARD: true, EMAIL: true, PHONE: true } }).redact(text),
  "fast-redact": (text) => require("fast-redact")({ paths: ["email"] })(JSON.parse(text)),
};
for (const [name, clean] of Object.entries(cleaners)) {
  const lines = new Set();
  for (const order of orders) lines.add(await clean(JSON.stringify(order)));
  console.log(`${name}: ${lines.size} of 2 lines: ${[...lines][0]}`);
}
process.exit();
JS
node log.mjs | tee seen
diff seen - <<'TEXT'
redact-pii: 1 of 2 lines: {"merchantReference":"DIGITS-DIGITS-DIGITS","orderId":"DIGITS","updateTime":"DIGITS-11-27T11:02:00.000Z","email":"EMAIL_ADDRESS"}
@dawn-analytics/redact-pii: 1 of 2 lines: {"merchantReference":"DIGITS-DIGITS-DIGITS","orderId":"DIGITS","updateTime":"DIGITS-11-27T11:02:00.000Z","email":"EMAIL_ADDRESS"}
openredaction: 2 of 2 lines: {"merchant[MERCHANT_n]":"2026-1127-0001","orderId":"1000001","updateTime":"2026-11-27T11:02:00.000Z","email":"a@shop.example"}
@redactpii/node: 1 of 2 lines: {"merchantReference":"2026-PHONE_NUMBER","orderId":"PHONE_NUMBER","updateTime":"2026-11-27T11:02:00.000Z","email":"EMAIL_ADDRESS"}
fast-redact: 2 of 2 lines: {"merchantReference":"2026-1127-0001","orderId":"1000001","updateTime":"2026-11-27T11:02:00.000Z","email":"[REDACTED]"}
TEXT
