#!/usr/bin/env bash
# creem_io 1.1.0 (npm), Creem's SDK. What a shop gives a checkout as metadata, { order_id: "A-1" }, is sent as it is, and comes back under another name, in answers and in notifications: metadata.orderId. A shop that
# reads metadata.order_id finds nothing, and ships nothing of what was paid, without an error. Of order_id and orderId side by side, one is lost. A name with a digit, line_1, stays as it is.
# Safe: names of metadata without underscores.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts creem_io@1.1.0 >/dev/null
cat >shop.mjs <<'JS'
import { createHmac } from "node:crypto";
import { createCreem } from "creem_io";
const webhookSecret = "whsec_1";
let sent;
globalThis.fetch = async (_, { body }) => {
  sent = JSON.parse(body).metadata;
  return Response.json({ id: "ch_1", object: "checkout", metadata: sent });
};
const creem = createCreem({ apiKey: "creem_test_1", webhookSecret });
const notify = async (eventType, object, handlers) => {
  const payload = JSON.stringify({ id: "evt_1", eventType, created_at: 1796000000000, object });
  await creem.webhooks.handleEvents(payload, createHmac("sha256", webhookSecret).update(payload).digest("hex"), handlers);
};
const metadata = { order_id: "A-1", orderId: "B-2", line_1: "cup" };
const answer = await creem.checkouts.create({ productId: "prod_1", metadata });
console.log(`sent: ${JSON.stringify(sent)}`);
console.log(`answered: ${JSON.stringify(answer.metadata)}`);
await notify("checkout.completed", { object: "checkout", id: "ch_1", status: "completed", metadata: { order_id: "A-1" } }, {
  onCheckoutCompleted: async (data) => console.log(`notified: order_id ${data.metadata.order_id}, ${JSON.stringify(data.metadata)}`),
});
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
sent: {"order_id":"A-1","orderId":"B-2","line_1":"cup"}
answered: {"orderId":"B-2","line_1":"cup"}
notified: order_id undefined, {"orderId":"A-1"}
TEXT
