#!/usr/bin/env bash
# bookshelf 1.2.0 (npm) on SQLite: Order.where({ reference, status: "OPEN" }).save({ status: "PAID" }, { method: "update" }) pays the right row, and resolves with
# another: the first that is PAID, because the model that it reads again has no id. A shop that ships what it gets ships its first paid order
# again for each payment. A second notification of the same order is an error, as it should be. On PostgreSQL the row is the right one.
# Safe: Order.forge({ id }).where({ status: "OPEN" }), or read the order by its reference.
# Its packages need Node.js 22 or newer: where there is an older one, it installs Node 24 for itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ "$(node -p 'parseInt(process.versions.node) > 20')" = true ] || { npm install --silent --no-audit --no-fund --prefix node24 node@24.21.0 >/dev/null; PATH=$folder/node24/node_modules/node/bin:$PATH; }
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps bookshelf@1.2.0 knex@3.3.0 better-sqlite3@13.2.0 >/dev/null
cat >shop.cjs <<'JS'
const knex = require("knex")({ client: "better-sqlite3", connection: { filename: ":memory:" }, useNullAsDefault: true });
const Order = require("bookshelf")(knex).model("Order", { tableName: "orders" });
(async () => {
  await knex.schema.createTable("orders", (table) => {
    table.increments("id");
    table.string("reference");
    table.string("status");
  });
  await knex("orders").insert(["A-1", "A-2", "A-3"].map((reference) => ({ reference, status: "OPEN" })));
  const pay = (where, order = Order.where(where)) => order.save({ status: "PAID" }, { method: "update" }).then((paid) => paid.get("reference"), (error) => error.message);
  console.log(`A-2 is paid, and this one is returned: ${await pay({ reference: "A-2", status: "OPEN" })}`);
  console.log(`A-3 is paid, and this one is returned: ${await pay({ reference: "A-3", status: "OPEN" })}`);
  console.log(`A-3 again: ${await pay({ reference: "A-3", status: "OPEN" })}`);
  console.log(`A-1 by its id: ${await pay({}, Order.forge({ id: 1 }).where({ status: "OPEN" }))}`);
  await knex.destroy();
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
A-2 is paid, and this one is returned: A-2
A-3 is paid, and this one is returned: A-2
A-3 again: No Rows Updated
A-1 by its id: A-1
TEXT
