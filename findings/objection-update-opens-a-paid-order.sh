#!/usr/bin/env bash
# objection 3.1.5 (npm, 900,000 downloads a month). A model whose jsonSchema says that status is OPEN by default: update({ amount }) writes the default, too, so
# that changing the note of a paid order makes it OPEN, and it is charged again. updateAndFetchById does the same; patch and upsertGraph don't.
# Safe: patch(), never update(), for a part of a row; the default in the database, not in the jsonSchema.
# Its packages need Node.js 22 or newer: where there is an older one, it installs Node 24 for itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ "$(node -p 'parseInt(process.versions.node) > 20')" = true ] || { npm install --silent --no-audit --no-fund --prefix node24 node@24.21.0 >/dev/null; PATH=$folder/node24/node_modules/node/bin:$PATH; }
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps objection@3.1.5 knex@3.3.0 better-sqlite3@13.2.0 >/dev/null
cat >shop.cjs <<'JS'
const knex = require("knex")({ client: "better-sqlite3", connection: { filename: ":memory:" }, useNullAsDefault: true });
const { Model } = require("objection");
class Order extends Model {
  static tableName = "orders";
  static jsonSchema = { type: "object", properties: { reference: { type: "string" }, note: { type: "string" }, status: { type: "string", default: "OPEN" } } };
}
Order.knex(knex);
const note = "ring twice";
const changes = {
  "patch": () => Order.query().findById(1).patch({ note }),
  "upsertGraph": () => Order.query().upsertGraph({ id: 1, note }),
  "update": () => Order.query().findById(1).update({ note }),
  "updateAndFetchById": () => Order.query().updateAndFetchById(1, { note }),
};
(async () => {
  await knex.schema.createTable("orders", (table) => table.increments("id") && table.string("reference") && table.string("note") && table.string("status"));
  await Order.query().insert({ reference: "A-1" });
  for (const [name, change] of Object.entries(changes)) {
    await knex("orders").update({ status: "PAID" });
    await change();
    console.log(`${name}: a paid order is ${(await knex("orders").first()).status}`);
  }
  await knex.destroy();
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
patch: a paid order is PAID
upsertGraph: a paid order is PAID
update: a paid order is OPEN
updateAndFetchById: a paid order is OPEN
TEXT
