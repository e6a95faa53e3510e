#!/usr/bin/env bash
# TypeORM 1.1.1 (npm) with SQLite: an insert with orIgnore() of a known order answers with the id of a row, as if it were new, and so does knex
# 3.3.0's onConflict().ignore(). A webhook that takes this for "the first time" acts twice. Safe: ask the driver for its changes, or
# catch the error of a plain insert.
# Its packages need Node.js 22 or newer: where there is an older one, it installs Node 24 for itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ "$(node -p 'parseInt(process.versions.node) > 20')" = true ] || { npm install --silent --no-audit --no-fund --prefix node24 node@24.21.0 >/dev/null; PATH=$folder/node24/node_modules/node/bin:$PATH; }
npm install --silent --no-audit --no-fund --legacy-peer-deps typeorm@1.1.1 knex@3.3.0 better-sqlite3@13.2.0 reflect-metadata@0.2.2 >/dev/null
cat >insert.cjs <<'JS'
require("reflect-metadata");
const { DataSource, EntitySchema } = require("typeorm");
const columns = { id: { type: Number, primary: true, generated: true }, reference: { type: "varchar", unique: true } };
const Seen = new EntitySchema({ name: "Seen", columns });
(async () => {
  const source = await new DataSource({ type: "better-sqlite3", database: ":memory:", entities: [Seen], synchronize: true }).initialize();
  const insert = () => source.createQueryBuilder().insert().into("Seen").values({ reference: "A-1" }).orIgnore().execute();
  const typeorm = [await insert(), await insert()].map(({ identifiers }) => identifiers);
  const knex = require("knex")({ client: "better-sqlite3", connection: ":memory:", useNullAsDefault: true });
  await knex.schema.createTable("seen", (table) => table.string("reference").unique());
  const ignore = () => knex("seen").insert({ reference: "A-1" }).onConflict("reference").ignore();
  console.log(JSON.stringify(typeorm), JSON.stringify([await ignore(), await ignore()]));
  process.exit(0);
})();
JS
seen=$(node insert.cjs)
echo "seen:     $seen"
expected='[[{"id":1}],[{"id":1}]] [[1],[1]]'
echo "expected: $expected"
[ "$seen" = "$expected" ]
