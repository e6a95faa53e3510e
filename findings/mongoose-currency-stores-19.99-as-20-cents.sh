#!/usr/bin/env bash
# mongoose-currency 0.3.0 (npm): a price of "19.99" is stored as 1999 cents, and the number 19.99, as JSON brings it, as 20 cents: a hundredth. So do 50 and "50"
# differ. "(5.00)", a refund in books, is a payment of 500, "€1.234,50" is 123 cents and "1,50" is 15000. No validation complains.
# Safe: Number of Mongoose, with whole cents that you counted yourself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps mongoose-currency@0.3.0 mongoose@8.24.10 >/dev/null
cat >store.cjs <<'JS'
const mongoose = require("mongoose");
require("mongoose-currency").loadType(mongoose);
const Order = mongoose.model("Order", new mongoose.Schema({ price: { type: mongoose.Types.Currency } }));
for (const price of ["$1,234.50", "19.99", 19.99, "50", 50, "-5.00", "(5.00)", "€1.234,50", "1,50"]) {
  const order = new Order({ price });
  console.log(`${JSON.stringify(price)}: ${order.price} cents, ${order.validateSync() ? "refused" : "valid"}`);
}
JS
node store.cjs | tee seen
diff seen - <<'TEXT'
"$1,234.50": 123450 cents, valid
"19.99": 1999 cents, valid
19.99: 20 cents, valid
"50": 5000 cents, valid
50: 50 cents, valid
"-5.00": -500 cents, valid
"(5.00)": 500 cents, valid
"€1.234,50": 123 cents, valid
"1,50": 15000 cents, valid
TEXT
