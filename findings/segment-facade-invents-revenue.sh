#!/usr/bin/env bash
# @segment/facade 3.4.10 (npm, 4.9 million downloads a month), by which integrations read a shop's events. "1,234.50" is a revenue of 1, HK$50.00 and €50 are none, and
# none of them is an error. An order that a gift card paid, with a revenue of 0, has its total as revenue. `cents()` multiplies yen by a hundred and
# gives 19.99 noise, and without a revenue it gives the value as it is. Amounts that are texts: a total of 50.00 with a tax of 4.00 and 5.00 off has the
# subtotal 465.00. `orderId()` prefers `id`, such as an event's, and an order named 2026-01-05 becomes a time. Without a currency it is USD.
# Safe: send numbers, and the currency, and no `id` beside order_id.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @segment/facade@3.4.10 >/dev/null
cat >events.cjs <<'JS'
const { Track } = require("@segment/facade");
const orders = [
  { revenue: 19.99, currency: "HKD" },
  { revenue: "$1,234.50" },
  { revenue: "HK$50.00" },
  { revenue: 1000, currency: "JPY" },
  { revenue: 0, total: 50, paid_by_gift_card: 50 },
  { total: "50.00", tax: "4.00", discount: "5.00" },
  { value: 50, order_id: "A-1", id: "event-7" },
  { revenue: 5, order_id: "2026-01-05" },
];
for (const properties of orders) {
  const event = new Track({ event: "Order Completed", userId: "ann", properties: { ...properties } });
  const read = { revenue: event.revenue(), cents: event.cents(), subtotal: event.subtotal(), currency: event.currency(), order: event.orderId() };
  console.log(`${JSON.stringify(properties)}: ${JSON.stringify(read)}`);
}
JS
node events.cjs | tee seen
diff seen - <<'TEXT'
{"revenue":19.99,"currency":"HKD"}: {"revenue":19.99,"cents":1998.9999999999998,"subtotal":19.99,"currency":"HKD"}
{"revenue":"$1,234.50"}: {"revenue":1,"cents":100,"subtotal":1,"currency":"USD"}
{"revenue":"HK$50.00"}: {"cents":0,"subtotal":0,"currency":"USD"}
{"revenue":1000,"currency":"JPY"}: {"revenue":1000,"cents":100000,"subtotal":1000,"currency":"JPY"}
{"revenue":0,"total":50,"paid_by_gift_card":50}: {"revenue":50,"cents":5000,"subtotal":50,"currency":"USD"}
{"total":"50.00","tax":"4.00","discount":"5.00"}: {"revenue":50,"cents":5000,"subtotal":"465.00","currency":"USD"}
{"value":50,"order_id":"A-1","id":"event-7"}: {"cents":50,"subtotal":0,"currency":"USD","order":"event-7"}
{"revenue":5,"order_id":"2026-01-05"}: {"revenue":5,"cents":500,"subtotal":5,"currency":"USD","order":"2026-01-05T00:00:00.000Z"}
TEXT
