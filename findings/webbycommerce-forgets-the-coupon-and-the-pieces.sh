#!/usr/bin/env bash
# @webbycrown/webbycommerce 2.0.2 (npm), a shop for Strapi. The cart of three pieces at 20.00 with a coupon of 10 shows a total of 50.00; its checkout makes an order of 60.00: it reads the prices again and not
# the coupon, whose use isn't counted either. The order keeps its products and no number of pieces, so that nobody knows what to ship, and cancelling it gives back one piece of three to the stock.
# A download without a stock, which the cart takes as unlimited, is "Insufficient stock" at the checkout.
# Safe: a checkout of your own that takes its lines and its total from the cart's service.
# Strapi and its database are a stand-in of some lists.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @webbycrown/webbycommerce@2.0.2 >/dev/null
mkdir -p node_modules/@strapi/strapi
echo 'exports.factories = { createCoreService: (uid, make) => make };' >node_modules/@strapi/strapi/index.js
cat >shop.cjs <<'JS'
const path = require("node:path");
const source = path.join(process.cwd(), "node_modules/@webbycrown/webbycommerce/server/src");
const tables = {};
const rows = (uid) => (tables[uid.split(".").at(-1)] ??= []);
const id = (value) => (value && typeof value === "object" ? value.id : value);
const joined = (row) => row && { ...row, product: row.product && rows("x.product").find(({ id }) => id === row.product), items: row.items?.connect?.map(({ id: product }) => rows("x.product").find(({ id }) => id === product)) };
const fits = (where) => (row) => Object.entries(where).every(([name, value]) => id(row[name]) === value);
const query = (uid) => ({
  findOne: async ({ where }) => joined(rows(uid).find(fits(where))),
  findMany: async ({ where = {} }) => rows(uid).filter(fits(where)).map(joined),
  create: async ({ data }) => rows(uid)[rows(uid).push({ id: rows(uid).length + 1, ...data }) - 1],
  update: async ({ where, data }) => Object.assign(rows(uid).find(fits(where)), data),
  deleteMany: async ({ where }) => (tables[uid.split(".").at(-1)] = rows(uid).filter((row) => !fits(where)(row))),
});
const log = Object.fromEntries(["debug", "info", "warn", "error"].map((kind) => [kind, () => {}]));
globalThis.strapi = { db: { query }, log, store: () => ({ get: async () => ({}) }), plugin: () => ({ service: () => require(`${source}/services/taxService.js`) }) };
const order = require(`${source}/controllers/order.js`);
const cart = require(`${source}/services/cart.js`)({ strapi });
const call = async (act, request) => {
  let told;
  const refused = (message) => (told = message);
  await order[act]({ state: { user: { id: 1, role: { id: 1 } } }, params: {}, ...request, request: { body: request.body ?? {} }, send: ({ data }) => (told = data), badRequest: refused, notFound: refused, unauthorized: refused });
  return told;
};
const body = { billing_address: { country: "HK" }, shipping_address: { country: "HK" }, payment_method: "COD" };
const sell = async (name, product, quantity, coupon) => {
  for (const table of Object.keys(tables)) delete tables[table];
  Object.assign(tables, { permission: [{ id: 1, action: "plugin::webbycommerce.ecommerce.enable", role: 1 }], cart: [{ id: 1, user: 1, coupon }], product: [{ id: 1, name, price: "20.00", stock_status: "in_stock", ...product }] });
  await cart.addOrUpdateItem({ cartId: 1, userId: 1, productId: 1, quantity });
  const shown = await cart.getTotalsFromItems(await cart.getCartItems({ cartId: 1 }), coupon);
  const told = await call("checkout", { body });
  console.log(`${name}: ${shown.totalItems} pieces for ${shown.total} in the cart; ordered for ${told.total ?? `nothing: ${told}`}`);
  return told.order_id;
};
(async () => {
  const placed = await sell("cup", { stock_quantity: 10 }, 3, { id: 1, code: "TEN", type: "fixed", value: 10, used_count: 0 });
  console.log(`kept of the order: ${JSON.stringify(tables.order[0].items)}; uses of the coupon: ${tables.cart[0].coupon.used_count}; stock ${tables.product[0].stock_quantity}`);
  await call("cancelOrder", { params: { id: `${placed}` } });
  console.log(`after cancelling: ${tables.order[0].status}, stock ${tables.product[0].stock_quantity}`);
  await sell("download", { stock_quantity: null }, 1);
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
cup: 3 pieces for 50 in the cart; ordered for 60
kept of the order: {"connect":[{"id":1}]}; uses of the coupon: 0; stock 7
after cancelling: cancelled, stock 8
download: 1 pieces for 20 in the cart; ordered for nothing: Insufficient stock for product: download
TEXT
