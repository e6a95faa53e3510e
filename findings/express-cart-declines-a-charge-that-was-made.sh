#!/usr/bin/env bash
# express-cart 1.1.17 (npm), a shop for Node.js. A charge whose answer is lost is told to the shopper as "Your payment has declined. Please try again"; the next click charges again, without an idempotency key: one order for two
# charges. Stripe is told to ship to the first name, twice. A coupon of 50 on goods of 19.99 asks Stripe for -20.01, shipping of 10 included, and the shopper can't order at all.
# Safe: an idempotency key of the session's order, and a look at the charges before "declined"; coupons in percent.
# Stripe, its own settings and the database are stand-ins; the sums and the route are its own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts express-cart@1.1.17 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const path = require("node:path");
const shop = path.dirname(require.resolve("express-cart/package.json"));
const told = console.log;
for (const kind of ["log", "info", "error"]) console[kind] = () => {};
const replace = (name, exports) => {
  const id = require.resolve(name, { paths: [shop] });
  require.cache[id] = { id, loaded: true, exports };
};
const [charges, orders] = [[], []];
const create = (charge, ...rest) => {
  const done = rest.at(-1);
  charges.push({ ...charge, key: rest.length > 1 });
  if (charges.length === 1) return done(new Error("the connection was closed"));
  done(null, { id: `ch_${charges.length}`, paid: true, outcome: {} });
};
replace("stripe", () => ({ charges: { create } }));
replace(`${shop}/lib/indexing.js`, { indexOrders: async () => {} });
const common = require(`${shop}/lib/common.js`);
Object.assign(common, { sendEmail: () => {}, getEmailTemplate: () => "" });
const [{ route }] = require(`${shop}/routes/payments/stripe.js`).stack;
const db = {
  orders: { insertOne: (order, done) => done(null, { insertedId: orders.push(order), ops: [order] }) },
  discounts: { findOne: async ({ code }) => code && { code, type: "amount", value: 50 } },
  cart: { deleteOne: async () => {} },
};
const request = (session) => ({ app: { db, config: { cartTitle: "Shop" } }, session: { cart: { cup: { totalItemPrice: 19.99, quantity: 1 } }, customerFirstname: "Ann", customerLastname: "Lee", ...session }, body: { stripeToken: "tok" } });
const pay = (buying) => new Promise((redirect) => route.stack[0].handle(buying, { redirect }));
(async () => {
  const buying = request({ totalCartDiscount: 0 });
  await common.updateTotalCart(buying);
  for (let click = 1; click <= 2; click++) {
    const before = orders.length;
    await pay(buying);
    const { amount, key, shipping } = charges.at(-1);
    told(`click ${click}: ${amount} cents asked for, to ${shipping.name}, with a key: ${key}; ${orders.length > before ? "ordered" : `"${buying.session.message}"`}`);
  }
  const lucky = request({ discountCode: "FIFTY" });
  await common.updateTotalCart(lucky);
  await pay(lucky);
  told(`with the coupon of 50: ${charges.at(-1).amount} cents asked for`);
  process.exit();
})();
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
click 1: 2999 cents asked for, to Ann Ann, with a key: false; "Your payment has declined. Please try again"
click 2: 2999 cents asked for, to Ann Ann, with a key: false; ordered
with the coupon of 50: -2001 cents asked for
TEXT
