#!/usr/bin/env bash
# A webhook looks for its order by a member that the notification doesn't have, such as a misspelt one, so that the reference is undefined. Waterline 0.15.2 of Sails (npm,
# 195,000 downloads a month) leaves a member that is undefined out of its criteria: update() pays all orders, and destroy() deletes them; within `or` one such member is enough.
# findOne and updateOne are errors. Drizzle 0.45.4: eq(reference, undefined) finds none, but conditions that may be undefined, joined by and(), update all
# if all of them are. TypeORM 1.1.1, Sequelize 6.37.8 and Objection 3.1.5 refuse an undefined one; Kysely 0.29.9 and MikroORM 7.2.2 find none.
# Safe: refuse a notification without its reference first; updateOne(); a guard before and().
# Its packages need Node.js 20 or newer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps waterline@0.15.2 sails-disk@2.1.2 drizzle-orm@0.45.4 @electric-sql/pglite@0.5.17 >/dev/null
cat >shop.cjs <<'JS'
const { PGlite } = require("@electric-sql/pglite");
const { and, eq } = require("drizzle-orm");
const { pgTable, text } = require("drizzle-orm/pg-core");
const { drizzle } = require("drizzle-orm/pglite");
const Waterline = require("waterline");
const notification = { merchantReference: "A-1" };
const given = ["A-1", "A-2", "A-3"].map((reference) => ({ reference, status: "OPEN" }));
const told = (name, orders) => console.log(`${name}: paid are ${orders.filter(({ status }) => status === "PAID").map(({ reference }) => reference).sort().join(", ") || "none"} of ${orders.length}`);
(async () => {
  const orm = new Waterline();
  const attributes = { id: { type: "number", autoMigrations: { autoIncrement: true } }, reference: { type: "string", required: true }, status: { type: "string" } };
  orm.registerModel(Waterline.Collection.extend({ identity: "order", datastore: "default", primaryKey: "id", schema: true, attributes }));
  const { collections } = await new Promise((resolve, reject) => orm.initialize({ adapters: { disk: require("sails-disk") }, datastores: { default: { adapter: "disk", dir: `${process.cwd()}/rows` } } }, (error, ready) => (error ? reject(error) : resolve(ready))));
  const { order: Order } = collections;
  const where = { reference: notification.reference };
  const tries = {
    "its own reference": () => Order.update({ reference: notification.merchantReference }).set({ status: "PAID" }),
    "updateOne": () => Order.updateOne(where).set({ status: "PAID" }).tolerate("E_INVALID_CRITERIA").catch((error) => console.log(`  ${error.name}`)),
    "update": () => Order.update(where).set({ status: "PAID" }),
    "update with or": () => Order.update({ or: [where, { reference: "A-2" }] }).set({ status: "PAID" }),
    "destroy": () => Order.destroy(where),
  };
  for (const [name, attempt] of Object.entries(tries)) {
    await Order.destroy({});
    await Order.createEach(given);
    await attempt();
    told(`Waterline, ${name}`, await Order.find());
  }
  const orders = pgTable("orders", { reference: text(), status: text() });
  const client = await PGlite.create();
  await client.exec("create table orders (reference text, status text)");
  const db = drizzle(client);
  const condition = notification.reference && eq(orders.reference, notification.reference);
  for (const [name, wanted] of Object.entries({ "eq": eq(orders.reference, notification.reference), "and": and(condition) })) {
    await db.delete(orders);
    await db.insert(orders).values(given);
    await db.update(orders).set({ status: "PAID" }).where(wanted);
    told(`Drizzle, ${name}`, await db.select().from(orders));
  }
  process.exit(0);
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
Waterline, its own reference: paid are A-1 of 3
Waterline, updateOne: paid are none of 3
Waterline, update: paid are A-1, A-2, A-3 of 3
Waterline, update with or: paid are A-1, A-2, A-3 of 3
Waterline, destroy: paid are none of 0
Drizzle, eq: paid are none of 3
Drizzle, and: paid are A-1, A-2, A-3 of 3
TEXT
