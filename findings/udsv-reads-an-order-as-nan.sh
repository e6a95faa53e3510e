#!/usr/bin/env bash
# Typed readers of a settlement file (npm). udsv 0.7.3 (433,000 downloads a month) decides the type of a column by a few of its rows: where most references are digits, the
# order A-1 is NaN, and where most amounts are below a thousand, 1,234.50 is NaN; 0051 is 51 and 1E5 is 100000, without a word. @vanillaes/csv 3.0.8
# (27,000) with typed reads 1,234.50 as 1, 1E5 as 1, and an empty amount as NaN.
# Safe: read texts (stringObjs; without typed), and turn columns into numbers by yourself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts udsv@0.7.3 @vanillaes/csv@3.0.8 >/dev/null
cat >shop.mjs <<'JS'
import { parse } from "@vanillaes/csv";
import { inferSchema, initParser } from "udsv";
const file = 'reference,amount\nA-1,"1,234.50"\n0051,50.00\n1E5,19.99\n52,\n';
const show = (name, rows) => console.log(name.padEnd(26), rows.map(({ reference, amount }) => `${reference}: ${amount}`).join(" | "));
const reader = initParser(inferSchema(file));
show("udsv, typedObjs", reader.typedObjs(file));
show("udsv, stringObjs", reader.stringObjs(file));
const named = ([, ...rows]) => rows.map(([reference, amount]) => ({ reference, amount }));
show("@vanillaes/csv, typed", named(parse(file, { typed: true })));
show("@vanillaes/csv", named(parse(file)));
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
udsv, typedObjs            NaN: NaN | 51: 50 | 100000: 19.99 | 52: null
udsv, stringObjs           A-1: 1,234.50 | 0051: 50.00 | 1E5: 19.99 | 52: 
@vanillaes/csv, typed      A-1: 1 | 51: 50 | 1: 19.99 | 52: NaN
@vanillaes/csv             A-1: 1,234.50 | 0051: 50.00 | 1E5: 19.99 | 52: 
TEXT
