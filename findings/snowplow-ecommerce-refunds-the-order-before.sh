#!/usr/bin/env bash
# @snowplow/browser-plugin-snowplow-ecommerce 4.10.1 (npm) writes the entities of an event into the array that the shop passed as its context.
# A shop that passes one array to each call sends with each refund all transactions and refunds before it. trackGA4Transaction takes the
# discount of a GA4 item from its price, though GA4's price is what is left after it: a piece sold for 15.00 is one of 10.00. And quantities
# that are texts are strung together in total_quantity.
# Safe: a new context for each call, GA4's price without the discount's field, quantities as numbers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @snowplow/browser-plugin-snowplow-ecommerce@4.10.1 >/dev/null
cat >track.cjs <<'JS'
const plugin = require("@snowplow/browser-plugin-snowplow-ecommerce");
const show = (one) => {
  const { transaction_id, refund_amount, revenue, total_quantity, price, list_price, quantity } = one.data;
  const kind = one.schema.split("/")[1];
  return `${kind} ${JSON.stringify({ transaction_id, refund_amount, revenue, total_quantity, list_price, price, quantity })}`;
};
const track = (_event, context) => console.log(context.map(show).join("\n"), "\n");
plugin.SnowplowEcommercePlugin().activateBrowserPlugin({ id: "sp", core: { track } });
const context = [];
plugin.trackRefund({ transaction_id: "A-1", refund_amount: 50, currency: "HKD", context });
plugin.trackRefund({ transaction_id: "A-2", refund_amount: 10, currency: "HKD", context });
const items = [{ item_id: "shoes", price: 15, discount: 5, quantity: 1 }];
plugin.trackGA4Transaction({ transaction_id: "A-3", currency: "HKD", value: 15, items }, {});
const products = [1, 2].map((id) => ({ id, price: 5, currency: "HKD", quantity: "1" }));
plugin.trackTransaction({ transaction_id: "A-4", currency: "HKD", revenue: 10, payment_method: "card", products });
JS
node track.cjs | tee seen
diff -B -b seen - <<'TEXT'
refund {"transaction_id":"A-1","refund_amount":50}

refund {"transaction_id":"A-1","refund_amount":50}
refund {"transaction_id":"A-2","refund_amount":10}

product {"list_price":15,"price":10,"quantity":1}
transaction {"transaction_id":"A-3","revenue":15,"total_quantity":1}

product {"price":5,"quantity":"1"}
product {"price":5,"quantity":"1"}
transaction {"transaction_id":"A-4","revenue":10,"total_quantity":"011"}
TEXT
