#!/usr/bin/env bash
# cloudpayments 6.0.1 (npm), CloudPayments of Russia. A notification that a framework has already read, given as { payload, headers }, is signed over JSON.stringify of what was read. CloudPayments
# sends a form unless the merchant asks for JSON, and a form never fits. Of JSON, an Amount of 19.90 doesn't fit: it is 19.9 when it is written again. The handler throws, and the
# order stays unpaid although the money was taken.
# Safe: the request itself, unread, or the body's text as payload, which you then parse yourself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts cloudpayments@6.0.1 >/dev/null
cat >shop.cjs <<'JS'
const { createHmac } = require("node:crypto");
const { Readable } = require("node:stream");
const { ClientService } = require("cloudpayments");
const shop = new ClientService({ publicId: "p", privateKey: "k", org: { inn: 1, taxationSystem: 0 } }).getNotificationHandlers();
const bodies = {
  "a form": ["TransactionId=1&Amount=19.99&InvoiceId=A-1", (text) => Object.fromEntries(new URLSearchParams(text))],
  "JSON, 19.99": ['{"TransactionId":1,"Amount":19.99,"InvoiceId":"A-1"}', JSON.parse],
  "JSON, 19.90": ['{"TransactionId":1,"Amount":19.90,"InvoiceId":"A-1"}', JSON.parse],
};
(async () => {
  for (const [name, [text, parse]] of Object.entries(bodies)) {
    const headers = { "content-hmac": createHmac("sha256", "k").update(text).digest("base64") };
    const handle = (request) => shop.handlePayRequest(request).then(() => "taken", (error) => error.message);
    const unread = Object.assign(Readable.from([Buffer.from(text)]), { method: "POST", headers });
    console.log(`${name}: read, ${await handle({ payload: parse(text), headers })}; as a text, ${await handle({ payload: text, headers })}; unread, ${await handle(unread)}`);
  }
})();
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
a form: read, Invalid signature; as a text, taken; unread, taken
JSON, 19.99: read, taken; as a text, taken; unread, taken
JSON, 19.90: read, Invalid signature; as a text, taken; unread, taken
TEXT
