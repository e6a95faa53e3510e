#!/usr/bin/env bash
# knex 3.3.0 (npm) and objection 3.1.5 over it: increment("balance", amount) takes the number with which the text begins. "1,234.50" adds 1. "HK$50.00" leaves
# a balance of null with knex in SQLite, and nothing added with objection; on PostgreSQL (here PGlite) the numeric column is NaN, which is above each price, so that the card buys
# everything. An update with limit(1), by which a worker takes the next order, takes all of them in SQLite and PostgreSQL.
# Safe: knex.raw("balance + ?", [amount]) has the database refuse such a text; pick one row's id first, and update by it.
# Its packages need Node.js 22 or newer: where there is an older one, it installs Node 24 for itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ "$(node -p 'parseInt(process.versions.node) > 20')" = true ] || { npm install --silent --no-audit --no-fund --prefix node24 node@24.21.0 >/dev/null; PATH=$folder/node24/node_modules/node/bin:$PATH; }
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps knex@3.3.0 objection@3.1.5 better-sqlite3@13.2.0 @electric-sql/pglite@0.5.17 >/dev/null
cat >shop.cjs <<'JS'
const knex = require("knex");
const { Model } = require("objection");
const { PGlite } = require("@electric-sql/pglite");
const sqlite = knex({ client: "better-sqlite3", connection: { filename: ":memory:" }, useNullAsDefault: true });
const writer = knex({ client: "pg" });
(async () => {
  await sqlite.schema.createTable("cards", (table) => table.integer("id").primary() && table.decimal("balance", 9, 2) && table.string("status"));
  class Card extends Model {
    static tableName = "cards";
  }
  Card.knex(sqlite);
  const postgres = new PGlite();
  await postgres.exec("create table cards (id int primary key, balance numeric, status text)");
  const onPostgres = (query, { sql, bindings } = query.toSQL().toNative()) => postgres.query(sql, bindings.map(String));
  for (const amount of ["50.00", "1,234.50", "HK$50.00"]) {
    await sqlite("cards").delete();
    await sqlite("cards").insert([{ id: 1, balance: 20 }, { id: 2, balance: 20 }]);
    await sqlite("cards").where({ id: 1 }).increment("balance", amount);
    await Card.query().where({ id: 2 }).increment("balance", amount);
    await postgres.query("delete from cards");
    await postgres.query("insert into cards values (1, 20, 'OPEN')");
    await onPostgres(writer("cards").where({ id: 1 }).increment("balance", amount));
    const [knexs, objections] = await sqlite("cards").orderBy("id");
    const { rows } = await postgres.query("select balance, balance > 999 as buys_all from cards");
    console.log(`20 and ${amount}: knex ${knexs.balance}, objection ${objections.balance}, on PostgreSQL ${rows[0].balance}${rows[0].buys_all ? ", which is above 999" : ""}`);
  }
  await sqlite("cards").update({ status: "OPEN" });
  await sqlite("cards").where({ status: "OPEN" }).limit(1).update({ status: "TAKEN" });
  console.log(`taken with limit(1): ${(await sqlite("cards").where({ status: "TAKEN" })).length} of 2; on PostgreSQL: ${writer("cards").where({ status: "OPEN" }).limit(1).update({ status: "TAKEN" }).toString()}`);
  await sqlite.destroy();
  await postgres.close();
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
20 and 50.00: knex 70, objection 70, on PostgreSQL 70
20 and 1,234.50: knex 21, objection 21, on PostgreSQL 21
20 and HK$50.00: knex null, objection 20, on PostgreSQL NaN, which is above 999
taken with limit(1): 2 of 2; on PostgreSQL: update "cards" set "status" = 'TAKEN' where "status" = 'OPEN'
TEXT
