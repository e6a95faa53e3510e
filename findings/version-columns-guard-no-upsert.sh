#!/usr/bin/env bash
# A version column, by which two workers should not overwrite each other. MikroORM 7.2.2 (npm) refuses the second of two flushes, but upsert and upsertMany neither
# check nor raise the version: a worker that read the order while it was OPEN, and cancels it, takes back the PAID that a notification has upserted
# meanwhile, without an error. TypeORM 1.1.1 raises its @VersionColumn with each save, and checks it at none: the second of two saves wins, and brings its older
# version back with it. Its upsert leaves the version as it was, too.
# Safe: MikroORM: read and flush, or nativeUpdate, which raises it; TypeORM: update({ id, version }, …) and look at `affected`.
# Its packages need Node.js 22 or newer: where there is an older one, it installs Node 24 for itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ "$(node -p 'parseInt(process.versions.node) > 20')" = true ] || { npm install --silent --no-audit --no-fund --prefix node24 node@24.21.0 >/dev/null; PATH=$folder/node24/node_modules/node/bin:$PATH; }
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @mikro-orm/core@7.2.2 @mikro-orm/sql@7.2.2 @mikro-orm/sqlite@7.2.2 kysely@0.29.9 typeorm@1.1.1 better-sqlite3@13.2.0 reflect-metadata@0.2.2 >/dev/null
cat >shop.mjs <<'JS'
import "reflect-metadata";
import { EntitySchema as MikroSchema, MikroORM } from "@mikro-orm/sqlite";
import { DataSource, EntitySchema } from "typeorm";
const paid = { reference: "A-1", status: "PAID" };
const message = (error) => error.message;
const says = (name, { status, version }, error) => console.log(`${name}: ${status}, version ${version}, ${error ?? "no error"}`);

const properties = { id: { type: "number", primary: true }, reference: { type: "string", unique: true }, status: { type: "string" }, version: { type: "number", version: true } };
const mikro = await MikroORM.init({ dbName: ":memory:", entities: [new MikroSchema({ name: "Order", properties })] });
await (mikro.schema ?? mikro.getSchemaGenerator()).create();
const notices = {
  "flush": async (em) => ((await em.findOne("Order", { reference: "A-1" })).status = "PAID") && em.flush(),
  "nativeUpdate": (em) => em.nativeUpdate("Order", { reference: "A-1" }, { status: "PAID" }),
  "upsert": (em) => em.upsert("Order", paid),
  "upsertMany": (em) => em.upsertMany("Order", [paid]),
};
for (const [name, pay] of Object.entries(notices)) {
  await mikro.em.fork().nativeDelete("Order", {});
  const worker = mikro.em.fork();
  const order = worker.create("Order", { reference: "A-1", status: "OPEN" });
  await worker.flush();
  await pay(mikro.em.fork());
  order.status = "CANCELLED";
  const error = await worker.flush().catch(message);
  says(`MikroORM, paid by ${name}`, await mikro.em.fork().findOne("Order", { reference: "A-1" }), error);
}
await mikro.close();

const columns = { id: { type: Number, primary: true, generated: true }, reference: { type: "varchar", unique: true }, status: { type: "varchar" }, version: { type: Number, version: true } };
const source = await new DataSource({ type: "better-sqlite3", database: ":memory:", entities: [new EntitySchema({ name: "Order", columns })], synchronize: true }).initialize();
const orders = source.getRepository("Order");
for (const [name, pay] of Object.entries({ save: async () => orders.save({ ...(await orders.findOneBy({ reference: "A-1" })), status: "PAID" }), upsert: () => orders.upsert(paid, ["reference"]) })) {
  await orders.clear();
  const order = await orders.save({ reference: "A-1", status: "OPEN" });
  await pay();
  says(`TypeORM, paid by ${name}`, await orders.findOneBy({ reference: "A-1" }));
  const error = await orders.save({ ...order, status: "CANCELLED" }).then(() => undefined, message);
  says(`TypeORM, then cancelled by a worker that read it before`, await orders.findOneBy({ reference: "A-1" }), error);
}
process.exit(0);
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
MikroORM, paid by flush: PAID, version 2, The optimistic lock on entity Order failed
MikroORM, paid by nativeUpdate: PAID, version 2, The optimistic lock on entity Order failed
MikroORM, paid by upsert: CANCELLED, version 2, no error
MikroORM, paid by upsertMany: CANCELLED, version 2, no error
TypeORM, paid by save: PAID, version 2, no error
TypeORM, then cancelled by a worker that read it before: CANCELLED, version 1, no error
TypeORM, paid by upsert: PAID, version 1, no error
TypeORM, then cancelled by a worker that read it before: CANCELLED, version 2, no error
TEXT
