#!/usr/bin/env bash
# kysely-plugin-serialize 0.8.2 (npm, 429,000 downloads a month), as it begins. It looks at values, not at columns. The body of a notification that a shop keeps in a text
# column comes back as an object: its id has lost digits, 50.00 is 50, and its signature can't be verified again. The note "2026-01-05 10:00:00" comes back as a Date.
# An amount of decimal.js is written with quotes around it: SUM takes it for 0, and no number is equal to it.
# Safe: a serializer and deserializer of your own that leave texts alone, and amounts as texts.
# Its packages need Node.js 22 or newer: where there is an older one, it installs Node 24 for itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ "$(node -p 'parseInt(process.versions.node) > 20')" = true ] || { npm install --silent --no-audit --no-fund --prefix node24 node@24.21.0 >/dev/null; PATH=$folder/node24/node_modules/node/bin:$PATH; }
npm install --silent --no-audit --no-fund --ignore-scripts kysely@0.29.9 kysely-plugin-serialize@0.8.2 better-sqlite3@13.2.0 decimal.js@10.6.0 >/dev/null
cat >shop.mjs <<'JS'
import SQLite from "better-sqlite3";
import { Decimal } from "decimal.js";
import { Kysely, SqliteDialect, sql } from "kysely";
import { SerializePlugin } from "kysely-plugin-serialize";
const database = new SQLite(":memory:");
database.exec("CREATE TABLE notices (reference TEXT, amount NUMERIC, note TEXT, body TEXT)");
const db = new Kysely({ dialect: new SqliteDialect({ database }), plugins: [new SerializePlugin()] });
const body = '{"id":1234567890123456789,"amount":50.00}';
await db.insertInto("notices").values({ reference: "A-1", amount: new Decimal("50.00"), note: "2026-01-05 10:00:00", body }).execute();
await db.insertInto("notices").values({ reference: "A-2", amount: "19.99", note: "[paid]", body: "" }).execute();
const [kept] = await db.selectFrom("notices").selectAll().execute();
console.log("kept:", database.prepare("SELECT amount, body FROM notices").raw().get().join(" "));
console.log("read:", kept.note.constructor.name, typeof kept.body, JSON.stringify(kept.body));
console.log("sum: ", (await db.selectFrom("notices").select(sql`sum(amount)`.as("sum")).executeTakeFirst()).sum);
console.log("50:  ", (await db.selectFrom("notices").select("reference").where("amount", "=", 50).execute()).length);
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
kept: "50" {"id":1234567890123456789,"amount":50.00}
read: Date object {"id":1234567890123456800,"amount":50}
sum:  19.99
50:   0
TEXT
