#!/usr/bin/env bash
# @shopify/theme-cart 4.1.1 (npm, 5,900 downloads a month) removes a line of a Shopify cart by its number, which it looks up first. Two lines that are
# removed at once (two clicks, or a shop that takes sold-out items off in a loop) have both their numbers before the first one is gone, so that the second
# call takes off the line below: the shopper pays for a sold-out coat and doesn't get the hat. The same for updateItem after a removal in another
# tab. The cart is a stand-in with Shopify's two calls, /cart.js and /cart/change.js, which takes a line's number, or an id.
# Safe: await each removal, or post { id: key, quantity: 0 } to /cart/change.js.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @shopify/theme-cart@4.1.1 >/dev/null
cat >shop.cjs <<'JS'
const theme = require("@shopify/theme-cart");
let items = [];
globalThis.fetch = async (url, { body }) => {
  const { line, quantity } = JSON.parse(body ?? "{}");
  if (url === "/cart/change.js") {
    if (quantity === 0) items = items.filter((_, index) => index !== line - 1);
    else items[line - 1] = { ...items[line - 1], quantity };
  }
  const state = JSON.parse(JSON.stringify({ items }));
  return { ok: true, json: async () => state };
};
const fill = () => { items = ["shoes:1", "coat:2", "hat:3", "scarf:4"].map((key) => ({ key, quantity: 1 })); };
const show = () => items.map(({ key, quantity }) => `${key.split(":")[0]} ${quantity}`).join(", ");
(async () => {
  fill();
  await theme.removeItem("shoes:1");
  await theme.removeItem("coat:2");
  console.log("shoes, then coat removed: ", show());
  fill();
  await Promise.all([theme.removeItem("shoes:1"), theme.removeItem("coat:2")]);
  console.log("both removed at once:     ", show());
  fill();
  await Promise.all([theme.removeItem("shoes:1"), theme.updateItem("coat:2", { quantity: 3 })]);
  console.log("shoes removed, three coats:", show());
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
shoes, then coat removed:  hat 1, scarf 1
both removed at once:      coat 1, scarf 1
shoes removed, three coats: coat 1, hat 3, scarf 1
TEXT
