#!/usr/bin/env bash
# bson 7.3.4 (npm), MongoDB's: EJSON.stringify writes a Long or a BigInt of 19 digits as a rounded number, though the document has it right. The order id
# 1000000000000000001 leaves as 1000000000000000000, which is another order or none. Two orders of one second become one. Nothing is raised.
# A Decimal128 keeps its zeros, and so does the id with { relaxed: false }.
# Safe: EJSON.stringify(order, { relaxed: false }), or ids as texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts bson@7.3.4 >/dev/null
cat >write.cjs <<'JS'
const { BSON, EJSON, Long, Decimal128 } = require("bson");
const order = { id: 1000000000000000001n, amount: Decimal128.fromString("50.00") };
const stored = BSON.deserialize(BSON.serialize(order));
console.log(`stored: ${stored.id}`);
console.log(`EJSON: ${EJSON.stringify(stored)}`);
console.log(`of a BigInt: ${EJSON.stringify({ id: order.id })}, of a Long: ${EJSON.stringify({ id: Long.fromBigInt(order.id) })}`);
console.log(`relaxed false: ${EJSON.stringify(stored, { relaxed: false })}`);
console.log(`read: ${EJSON.stringify(EJSON.parse('{"id":1000000000000000001}'))}`);
JS
node write.cjs | tee seen
diff seen - <<'TEXT'
stored: 1000000000000000001
EJSON: {"id":1000000000000000000,"amount":{"$numberDecimal":"50.00"}}
of a BigInt: {"id":1000000000000000000}, of a Long: {"id":1000000000000000000}
relaxed false: {"id":{"$numberLong":"1000000000000000001"},"amount":{"$numberDecimal":"50.00"}}
read: {"id":1000000000000000000}
TEXT
