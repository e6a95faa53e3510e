#!/usr/bin/env bash
# Three libraries of npm that make ids, for a merchantReference, say.
# node-snowflake 0.0.1: from the third id of a millisecond on, all are the same.
# nodejs-snowflake 2.0.1 counts time from when it was created, unless custom_epoch says otherwise: with a fixed instance_id the first order after each
# restart gets the id of the first order before it.
# order-id 2.2.0 has ten ids for a millisecond, of which it takes one by chance, as its documentation says.
# Safe: crypto.randomUUID(); for nodejs-snowflake, a fixed custom_epoch. And a unique index on the reference.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts node-snowflake@0.0.1 nodejs-snowflake@2.0.1 order-id@2.2.0 >/dev/null
cat >clock.cjs <<'JS'
const now = Number(process.env.NOW);
Date.now = () => now;
global.Date = class extends Date { constructor(...parts) { super(...(parts.length ? parts : [now])); } };
JS
cat >snowflake.cjs <<'JS'
const { Snowflake } = require("node-snowflake");
const ids = Array.from({ length: 10000 }, () => Snowflake.nextId());
console.log("node-snowflake, 10000 orders:", new Set(ids).size < 5000 ? "fewer than 5000 ids" : "more");
JS
cat >restart.cjs <<'JS'
const { Snowflake } = require("nodejs-snowflake");
const epoch = process.argv[2] ? { custom_epoch: Number(process.argv[2]) } : {};
console.log("nodejs-snowflake, first order:", String(new Snowflake({ instance_id: 1, ...epoch }).getUniqueID()));
JS
cat >order-id.cjs <<'JS'
const { default: orderId = require("order-id") } = require("order-id");
const ids = Array.from({ length: 1000 }, () => orderId("key").generate());
console.log("order-id, 1000 orders of a millisecond:", new Set(ids).size <= 10 ? "at most 10 ids" : "more");
JS
{
  node snowflake.cjs
  for epoch in "" 1700000000000; do for now in 1800000000000 1800000060000; do NOW=$now node --require ./clock.cjs restart.cjs $epoch; done; done
  NOW=1800000000000 node --require ./clock.cjs order-id.cjs
} | tee seen
diff seen - <<'TEXT'
node-snowflake, 10000 orders: fewer than 5000 ids
nodejs-snowflake, first order: 1025
nodejs-snowflake, first order: 1025
nodejs-snowflake, first order: 419430400000001024
nodejs-snowflake, first order: 419430651658241024
order-id, 1000 orders of a millisecond: at most 10 ids
TEXT
