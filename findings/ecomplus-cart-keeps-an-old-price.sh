#!/usr/bin/env bash
# @ecomplus/shopping-cart 2.6.0 (npm), the cart of E-Com Plus shops. A shopper puts an item into the cart again after its price has changed: the cart shows the new
# price for all of them, but the subtotal still counts the old one, so two at 30 are 85.80, and two at 42.90 are 60.
# An item whose additions make it free is charged in full. A final_price that the shop gives is overwritten.
# Safe: call fixItem(item) after each change, and take no free items into the cart.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @ecomplus/shopping-cart@2.6.0 @ecomplus/utils@1.4.1 >/dev/null
cat >cart.cjs <<'JS'
const { Constructor: Cart } = require("@ecomplus/shopping-cart");
const cart = (...items) => {
  const filled = new Cart(1, null, null);
  for (const item of items) filled.addItem({ _id: "a", product_id: "p", quantity: 1, ...item });
  return filled;
};
const show = (name, { data }) => console.log(name, data.items.map(({ quantity, price, final_price }) => `${quantity} at ${price}, final_price ${final_price}`).join(), "subtotal", data.subtotal);
show("cheaper", cart({ price: 42.9 }, { price: 30 }));
show("dearer", cart({ price: 30 }, { price: 42.9 }));
show("free", cart({ price: 42.9, customizations: [{ _id: "c", add_to_price: { type: "percentage", addition: -100 } }] }));
show("with a final price", cart({ price: 42.9, final_price: 30 }));
const mended = cart({ price: 42.9 }, { price: 30 });
mended.fixItem(mended.data.items[0]);
show("after fixItem", mended);
JS
node cart.cjs | tee seen
diff seen - <<'TEXT'
cheaper 2 at 30, final_price 42.9 subtotal 85.8
dearer 2 at 42.9, final_price 30 subtotal 60
free 1 at 42.9, final_price 0 subtotal 42.9
with a final price 1 at 42.9, final_price 42.9 subtotal 42.9
after fixItem 2 at 30, final_price 30 subtotal 60
TEXT
