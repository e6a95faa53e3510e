#!/usr/bin/env bash
# @evershop/evershop 2.2.1 (npm, a shop on PostgreSQL), its coupons. "Buy X get Y" counts floor(pieces / X) times Y free pieces, the free ones among them: buy one, get one makes two pieces free of two, and buy one, get two takes 60 off three at 10.
# A fixed discount on products is cut to the cheapest item that stands before: 10 off each is 2 off a coat that is below a cap at 2. A discount of 12.5 percent is 12. A number in max_y, which its schema allows, throws.
# A limit per customer throws for each shopper who has signed in, which EverShop takes for a refusal, and guests have no limit. It would look into the table customer_coupon_use, which nothing creates or fills.
# Safe: pieces / (X + Y) in a calculator of the shop's own (discountCalculatorFunctions); whole percents; a limit for the whole coupon; a check of each line's discount against its total.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' >package.json
npm pack --silent @evershop/evershop@2.2.1 >/dev/null
mkdir shop && tar xzf evershop-evershop-2.2.1.tgz -C shop --strip-components=1
npm install --silent --no-audit --no-fund --ignore-scripts @evershop/postgres-query-builder@2.1.0 config@3.3.12 luxon@2.5.2 pg@8.23.1 >/dev/null
cat >shop.mjs <<'JS'
const from = (path) => import(`./shop/dist/${path}`);
const { registerDefaultCalculators } = await from("modules/promotion/services/registerDefaultCalculators.js");
const { registerDefaultValidators } = await from("modules/promotion/services/registerDefaultValidators.js");
const { pool } = await from("lib/postgres/connection.js");
const empty = { query: async () => ({ rows: [] }), release: () => {} };
Object.assign(pool, { ...empty, connect: async () => empty });
const line = (sku, price, qty) => {
  const data = { product_id: sku.length, product_sku: sku, final_price: price, final_price_incl_tax: price, qty, line_total: price * qty, line_total_incl_tax: price * qty };
  return { data, getId: () => sku, getData: (key) => data[key], setData: async (key, value) => void (data[key] = value) };
};
async function show(name, coupon, ...items) {
  const cart = { getItems: () => items, getData: () => items.reduce((sum, { data }) => sum + data.line_total, 0) };
  try {
    for (const calculate of registerDefaultCalculators()) await calculate(cart, coupon);
    console.log(`${name}: ${items.map(({ data }) => `${data.qty} ${data.product_sku} for ${data.line_total - data.discount_amount} instead of ${data.line_total}`).join(", ")}`);
  } catch (error) {
    console.log(`${name}: ${error.message}`);
  }
}
const free = (buy, get, max = "") => ({ discount_type: "buy_x_get_y", discount_amount: "1", buyx_gety: [{ sku: "tea", buy_qty: String(buy), get_qty: String(get), max_y: max, discount: "100" }] });
await show("buy 1 get 1", free(1, 1), line("tea", 10, 2));
await show("buy 1 get 2", free(1, 2), line("tea", 10, 3));
await show("buy 2 get 1", free(2, 1), line("tea", 10, 3));
await show("buy 2 get 1", free(2, 1), line("tea", 10, 6));
await show("buy 2 get 1, at most 2 as a number", free(2, 1, 2), line("tea", 10, 3));
const ten = { discount_type: "fixed_discount_to_specific_products", discount_amount: "10", target_products: { maxQty: "5", products: [] } };
await show("10 off each", ten, line("coat", 100, 1), line("cap", 2, 1));
await show("10 off each", ten, line("cap", 2, 1), line("coat", 100, 1));
await show("12.5 percent", { discount_type: "percentage_discount_to_entire_order", discount_amount: "12.5" }, line("coat", 100, 1));
const once = { coupon: "ONCE", status: true, discount_amount: "5", max_uses_time_per_customer: 1, used_time: 0 };
const valid = registerDefaultValidators().find(({ name }) => name === "timeUsedValidator");
const checked = (customer) => valid({ getData: () => customer }, once).catch(({ message }) => message.split(".").at(-1));
for (const customer of [7, undefined]) console.log(`once per customer, ${customer ? "the first time" : "a guest"}: ${await checked(customer)}`);
JS
SUPPRESS_NO_CONFIG_WARNING=1 node --no-warnings shop.mjs | tee seen
grep -rl customer_coupon_use shop/dist | tee -a seen
diff seen - <<'TEXT'
buy 1 get 1: 2 tea for 0 instead of 20
buy 1 get 2: 3 tea for -30 instead of 30
buy 2 get 1: 3 tea for 20 instead of 30
buy 2 get 1: 6 tea for 30 instead of 60
buy 2 get 1, at most 2 as a number: row.max_y.trim is not a function
10 off each: 1 coat for 90 instead of 100, 1 cap for 0 instead of 2
10 off each: 1 cap for 0 instead of 2, 1 coat for 98 instead of 100
12.5 percent: 1 coat for 88 instead of 100
once per customer, the first time: andWhere is not a function
once per customer, a guest: true
shop/dist/modules/promotion/services/registerDefaultValidators.js
TEXT
