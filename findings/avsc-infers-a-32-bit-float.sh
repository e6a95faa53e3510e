#!/usr/bin/env bash
# avsc 5.7.9 (npm, Avro). Type.forValue, which makes a schema from an example, takes "float" for 19.99: it is stored with 32 bits, and read as
# 19.989999771118164. An amount of 123456.79 comes back as 123456.7890625. An example with 50.00 makes an "int", which refuses 19.99. A status that the
# reader's enum doesn't have becomes the enum's default, so SETTLED is read as OPEN.
# Safe: write the schema by hand, with whole cents in a "long".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts avsc@5.7.9 >/dev/null
cat >amounts.cjs <<'JS'
const { Type } = require("avsc");
const example = Type.forValue({ amount: 19.99 });
const read = (amount) => example.fromBuffer(example.toBuffer({ amount })).amount;
console.log(JSON.stringify(example.schema()), [19.99, 123456.79, 50].map(read).join(" "));
const whole = Type.forValue({ amount: 50.0 });
console.log(JSON.stringify(whole.schema()), "takes 19.99:", whole.isValid({ amount: 19.99 }));
const written = Type.forSchema({ type: "enum", name: "Status", symbols: ["OPEN", "SUCCESS", "SETTLED"] });
const known = Type.forSchema({ type: "enum", name: "Status", symbols: ["OPEN", "SUCCESS"], default: "OPEN" });
console.log("SETTLED is read as", known.fromBuffer(written.toBuffer("SETTLED"), known.createResolver(written)));
JS
node amounts.cjs | tee seen
diff seen - <<'TEXT'
{"type":"record","fields":[{"name":"amount","type":"float"}]} 19.989999771118164 123456.7890625 50
{"type":"record","fields":[{"name":"amount","type":"int"}]} takes 19.99: false
SETTLED is read as OPEN
TEXT
