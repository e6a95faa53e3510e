#!/usr/bin/env bash
# DuckDB 1.5.6 (npm @duckdb/node-api 1.5.6-r.1). In a CSV, two references of 20 digits become one DOUBLE, so two orders are one. 0x1F becomes 31. In
# JSON, a reference in quotes that has the form of a UUID becomes a UUID, whose letters are small: the text that the payment service knows isn't
# found. Leading zeros are kept, if they are in the first rows. Safe: read_csv with types = {reference: 'VARCHAR'}, read_json with columns.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @duckdb/node-api@1.5.6-r.1 >/dev/null
printf 'reference,amount\n12345678901234567890,50.00\n12345678901234567891,0.50\n' >long.csv
printf 'reference,amount\n0x1F,50.00\n0x20,0.50\n' >hexadecimal.csv
printf 'reference,amount\n0051,50.00\n51,0.50\n' >zeros.csv
echo '[{"reference":"550E8400-E29B-41D4-A716-446655440000","amount":50.00}]' >orders.json
cat >read.mjs <<'JS'
import { DuckDBInstance } from "@duckdb/node-api";
const connection = await (await DuckDBInstance.create(":memory:")).connect();
const ask = async (sql) => console.log(JSON.stringify((await connection.runAndReadAll(sql)).getRowsJson()));
await ask("select reference, count(*)::integer, sum(amount) from 'long.csv' group by reference");
await ask("select reference from 'hexadecimal.csv'");
await ask("select reference from 'zeros.csv'");
await ask("select reference, reference::varchar = '550E8400-E29B-41D4-A716-446655440000' from 'orders.json'");
JS
node read.mjs | tee seen
diff seen - <<'TEXT'
[[12345678901234567000,2,50.5]]
[["31"],["32"]]
[["0051"],["51"]]
[["550e8400-e29b-41d4-a716-446655440000",false]]
TEXT
