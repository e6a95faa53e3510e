#!/usr/bin/env bash
# Sequelize 6.37.8 (npm, 10 million downloads a month) on PostgreSQL. bulkCreate with ignoreDuplicates answers with its objects in the order given, and fills
# them from the rows that came back, which are the new ones alone: of a known A-1 and a new A-5, A-1's object has A-5's id and reference, and A-5's has no id, so that
# who ships or charges what was new takes the wrong one. And Order.update(…, { where, limit: 1 }), by which a worker takes the next order, takes all of them.
# Safe: look at rows with an id only, and read the order by it; pick one row with FOR UPDATE SKIP LOCKED, and update by its id.
# PGlite stands for PostgreSQL, whose answers are the same. Its packages need Node.js 20 or newer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps sequelize@6.37.8 pg@8.23.1 pg-hstore@2.3.4 @electric-sql/pglite@0.5.17 @electric-sql/pglite-socket@0.2.17 >/dev/null
cat >shop.cjs <<'JS'
const { PGlite } = require("@electric-sql/pglite");
const { PGLiteSocketServer } = require("@electric-sql/pglite-socket");
const { DataTypes, Sequelize } = require("sequelize");
(async () => {
  const path = `${process.cwd()}/.s.PGSQL.5432`;
  const server = new PGLiteSocketServer({ db: await PGlite.create(), path });
  await server.start();
  const sequelize = new Sequelize("postgres", "postgres", "postgres", { dialect: "postgres", host: process.cwd(), pool: { max: 1 }, logging: false });
  const Order = sequelize.define("order", { reference: { type: DataTypes.STRING, unique: true }, status: DataTypes.STRING }, { timestamps: false });
  await sequelize.sync();
  await Order.bulkCreate([{ reference: "A-1", status: "OPEN" }, { reference: "A-2", status: "OPEN" }]);
  const given = ["A-1", "A-5"];
  const orders = await Order.bulkCreate(given.map((reference) => ({ reference, status: "OPEN" })), { ignoreDuplicates: true });
  orders.forEach(({ id, reference }, index) => console.log(`for ${given[index]}: ${reference}, ${id === null ? "no id" : "an id"}`));
  console.log(`its row: ${(await Order.findByPk(orders[0].id)).reference}`);
  const [taken] = await Order.update({ status: "TAKEN" }, { where: { status: "OPEN" }, limit: 1 });
  console.log(`taken with limit: 1 are ${taken} of ${await Order.count()}`);
  await sequelize.close();
  await server.stop();
  process.exit(0);
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
for A-1: A-5, an id
for A-5: A-5, no id
its row: A-5
taken with limit: 1 are 3 of 3
TEXT
