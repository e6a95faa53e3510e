#!/usr/bin/env bash
# react-use-cart 1.14.0 (npm). Two calls of addItem with one id in one handler, as where an earlier order is bought again or a bundle has an item twice, make two lines. From then on each further piece goes
# into both: a shopper who put in three pieces pays for four. A quantity that is a text, as a form gives it, is glued: one and "2" are 12 pieces. addItem ignores
# a quantity in the item itself.
# Safe: one addItem(item, 2), Number(quantity), with the pieces of one id summed before.
# Its packages need Node.js 22 or newer: where there is an older one, it installs Node 24 for itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ "$(node -p 'parseInt(process.versions.node) > 20')" = true ] || { npm install --silent --no-audit --no-fund --prefix node24 node@24.21.0 >/dev/null; PATH=$folder/node24/node_modules/node/bin:$PATH; }
npm install --silent --no-audit --no-fund --ignore-scripts react-use-cart@1.14.0 react@19.3.1 react-dom@19.3.1 jsdom@31.0.1 --legacy-peer-deps >/dev/null
cat >cart.cjs <<'JS'
const { JSDOM } = require("jsdom");
const { window } = new JSDOM("", { url: "https://shop.example/" });
Object.assign(globalThis, { window, document: window.document, localStorage: window.localStorage, IS_REACT_ACT_ENVIRONMENT: true });
const { act, createElement } = require("react");
const { createRoot } = require("react-dom/client");
const { CartProvider, useCart } = require("react-use-cart");
const item = { id: "A-1", price: 1999 };
async function shop(name, ...steps) {
  let cart;
  const Page = () => ((cart = useCart()), null);
  await act(async () => createRoot(document.createElement("div")).render(createElement(CartProvider, { id: name }, createElement(Page))));
  for (const step of steps) await act(async () => step(cart));
  console.log(`${name}: ${cart.items.map(({ id, quantity }) => `${id} x ${quantity}`).join(", ")}, total ${cart.cartTotal}`);
}
const one = (cart) => cart.addItem(item);
(async () => {
  await shop("one by one", one, one, one);
  await shop("twice in one handler", (cart) => { one(cart); one(cart); });
  await shop("twice and one more", (cart) => { one(cart); one(cart); }, one);
  await shop("one and the text 2", one, (cart) => cart.addItem(item, "2"));
  await shop("quantity in the item", (cart) => cart.addItem({ ...item, quantity: 3 }));
})();
JS
node cart.cjs | tee seen
diff seen - <<'TEXT'
one by one: A-1 x 3, total 5997
twice in one handler: A-1 x 1, A-1 x 1, total 3998
twice and one more: A-1 x 2, A-1 x 2, total 7996
one and the text 2: A-1 x 12, total 23988
quantity in the item: A-1 x 1, total 1999
TEXT
