#!/usr/bin/env bash
# voucherify 5.2.0 (npm), utils.calculatePrice, for carts with a voucher of Voucherify: a cart of 1.10 and 2.20 and a gift card of 3.30 leave NaN to be paid,
# because the rest of 4e-16 is rounded by gluing "e+2" to its text. Half of 19.99 is a price of 10.00 and a discount of 10.00, which are a cent more
# than the cart, as for each second amount of cents. A card of 500 yen takes 5 off.
# Safe: sums in whole cents, one of the two numbers taken from the other, and the redemption's own answer for what is due.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts voucherify@5.2.0 >/dev/null
cat >cart.cjs <<'JS'
const { calculatePrice, calculateDiscount } = require("voucherify/utils");
const show = (title, total, voucher) => console.log(`${title}: ${calculateDiscount(total, voucher)} off, ${calculatePrice(total, voucher)} to pay`);
const card = (balance) => ({ gift: { balance } });
show("1.10 and 2.20 by a card of 3.30", 1.1 + 2.2, card(330));
show("3.30 by a card of 3.30", 3.3, card(330));
show("50 percent off 19.99", 19.99, { discount: { type: "PERCENT", percent_off: 50 } });
show("1000 yen by a card of 500 yen", 1000, card(500));
let cents = 0;
for (let total = 1; total <= 9999; total++) {
  const half = { discount: { type: "PERCENT", percent_off: 50 } };
  cents += Math.round((calculatePrice(total / 100, half) + calculateDiscount(total / 100, half)) * 100) - total;
}
console.log(`50 percent off each amount to 99.99: ${cents} cents too much`);
JS
node cart.cjs | tee seen
diff seen - <<'TEXT'
1.10 and 2.20 by a card of 3.30: 3.3 off, NaN to pay
3.30 by a card of 3.30: 3.3 off, 0 to pay
50 percent off 19.99: 10 off, 10 to pay
1000 yen by a card of 500 yen: 5 off, 995 to pay
50 percent off each amount to 99.99: 5000 cents too much
TEXT
