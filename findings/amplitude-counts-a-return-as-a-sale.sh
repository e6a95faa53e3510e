#!/usr/bin/env bash
# @amplitude/analytics-core 2.61.0 (npm; the Revenue of Amplitude's SDKs for browsers, Node.js and React Native): a returned piece as
# setQuantity(-1) is ignored without a word, and the quantity is 1 again. So two pieces sold and one returned are three pieces sold. A quantity
# of 0 is 1 too, and one set before stays: a Revenue that is used again for a free line keeps the count of the line before.
# Safe: a negative price, as setPrice(-19.99).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @amplitude/analytics-core@2.61.0 >/dev/null
cat >revenue.cjs <<'JS'
const { Revenue } = require("@amplitude/analytics-core");
const total = (revenue) => {
  const { $price, $quantity } = revenue.getEventProperties();
  return `${$quantity} at ${$price}: ${$quantity * $price}`;
};
const line = (price, quantity) => new Revenue().setProductId("shoes").setPrice(price).setQuantity(quantity);
console.log("two sold:           ", total(line(19.99, 2)));
console.log("one returned:       ", total(line(19.99, -1)));
console.log("returned by price:  ", total(line(-19.99, 1)));
console.log("none shipped:       ", total(line(19.99, 0)));
console.log("two, then corrected:", total(line(19.99, 2).setQuantity(0)));
JS
node revenue.cjs | tee seen
diff seen - <<'TEXT'
two sold:            2 at 19.99: 39.98
one returned:        1 at 19.99: 19.99
returned by price:   1 at -19.99: -19.99
none shipped:        1 at 19.99: 19.99
two, then corrected: 2 at 19.99: 39.98
TEXT
