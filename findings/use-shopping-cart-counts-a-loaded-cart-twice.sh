#!/usr/bin/env bash
# use-shopping-cart 3.2.0 (npm), a cart for Stripe. loadCart, which merges unless it is told otherwise, adds each loaded item to the total and the count although it replaces the item of the same id: after
# a sign-in that loads the cart kept on the server, one pair of shoes is shown as two, at twice its price. Prices in Stripe's smallest units are divided by 100 or not at all: 1.500 dinars are
# shown as 15.000, and 19,990 forints, which Stripe has in hundredths, as 1,999,000. A count of "2" from a form is glued to the next one.
# Safe: loadCart(cart, false), the total from your server, numbers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps use-shopping-cart@3.2.0 @reduxjs/toolkit@1.9.7 react@18.3.1 react-dom@18.3.1 react-redux@8.1.3 >/dev/null
cat >shop.cjs <<'JS'
const { createShoppingCartStore, actions, formatCurrencyString } = require("use-shopping-cart/core");
const shoes = { id: "shoes", name: "Shoes", price: 5000, currency: "USD" };
const cart = () => createShoppingCartStore({ mode: "payment", cartMode: "checkout-session", stripe: "pk", currency: "USD", shouldPersist: false });
const shown = ({ cartDetails, cartCount, totalPrice }) => `quantity ${cartDetails.shoes.quantity}, count ${cartCount}, total ${totalPrice}`;
const store = cart();
store.dispatch(actions.addItem(shoes));
const kept = store.getState().cartDetails;
console.log(`one pair: ${shown(store.getState())}`);
store.dispatch(actions.loadCart(kept));
console.log(`loaded: ${shown(store.getState())}`);
const typed = cart();
typed.dispatch(actions.addItem(shoes, { count: 1 }));
typed.dispatch(actions.addItem(shoes, { count: "2" }));
console.log(`one, and "2": ${shown(typed.getState())}`);
for (const [value, currency] of [[1500, "KWD"], [1999000, "HUF"], [1999, "USD"]]) console.log(formatCurrencyString({ value, currency, language: "en-US" }).replace(/\s/, " "));
process.exit();
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
one pair: quantity 1, count 1, total 5000
loaded: quantity 1, count 2, total 10000
one, and "2": quantity 12, count 12, total 15000
KWD 15.000
HUF 1,999,000
$19.99
TEXT
