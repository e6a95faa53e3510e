#!/usr/bin/env bash
# Sequelize 6.37.8 (npm, 10 million downloads a month), a model with `version: true`, on PostgreSQL. Of two workers that read an order, the second to save its object
# gets an OptimisticLockError. But Order.update(…, { where }) and Order.upsert, which notifications use, don't raise the version: a worker that
# read the order while it was OPEN, and cancels it, takes back their PAID without an error. Order.increment does raise it.
# Safe: Order.update({ status, version: literal("version + 1") }, { where }), or where: { status: "OPEN" } in both.
# PGlite stands for PostgreSQL, whose answers are the same. Its packages need Node.js 20 or newer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps sequelize@6.37.8 pg@8.23.1 pg-hstore@2.3.4 @electric-sql/pglite@0.5.17 @electric-sql/pglite-socket@0.2.17 >/dev/null
cat >shop.cjs <<'JS'
const { PGlite } = require("@electric-sql/pglite");
const { PGLiteSocketServer } = require("@electric-sql/pglite-socket");
const { DataTypes, Sequelize, literal } = require("sequelize");
(async () => {
  const path = `${process.cwd()}/.s.PGSQL.5432`;
  const server = new PGLiteSocketServer({ db: await PGlite.create(), path });
  await server.start();
  const sequelize = new Sequelize("postgres", "postgres", "postgres", { dialect: "postgres", host: process.cwd(), pool: { max: 1 }, logging: false });
  const Order = sequelize.define("order", { reference: { type: DataTypes.STRING, unique: true }, status: DataTypes.STRING }, { version: true, timestamps: false });
  await sequelize.sync();
  const where = { reference: "A-1" };
  const read = () => Order.findOne({ where });
  const notices = {
    "save": async () => (await read()).update({ status: "PAID" }),
    "Order.update": () => Order.update({ status: "PAID" }, { where }),
    "Order.upsert": () => Order.upsert({ reference: "A-1", status: "PAID" }),
    "Order.update that raises it": () => Order.update({ status: "PAID", version: literal("version + 1") }, { where }),
  };
  for (const [name, pay] of Object.entries(notices)) {
    await Order.destroy({ where: {} });
    await Order.create({ reference: "A-1", status: "OPEN" });
    const worker = await read();
    await pay();
    const result = await worker.update({ status: "CANCELLED" }).then(() => "no error", (error) => error.name);
    console.log(`paid by ${name}, then cancelled: ${(await read()).status}, ${result}`);
  }
  await sequelize.close();
  await server.stop();
  process.exit(0);
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
paid by save, then cancelled: PAID, SequelizeOptimisticLockError
paid by Order.update, then cancelled: CANCELLED, no error
paid by Order.upsert, then cancelled: CANCELLED, no error
paid by Order.update that raises it, then cancelled: PAID, SequelizeOptimisticLockError
TEXT
