#!/usr/bin/env bash
# parquetjs 0.11.2 and parquetjs-lite 0.8.7 (npm) write a day's orders into a Parquet file for the books. An INT64 of 19 digits, a BigInt or a text, becomes
# another number, so that two orders are one, as hyparquet 1.33.0 reads it, too. `refunded: "false"` as BOOLEAN is true, "1,234.50" as DOUBLE is 1, and
# 19.99 as INT32 is 19. Neither knows DECIMAL. Nothing is thrown.
# Safe: UTF8 for references and ids, and numbers and booleans that the shop has made itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts parquetjs@0.11.2 parquetjs-lite@0.8.7 hyparquet@1.33.0 >/dev/null
cat >books.cjs <<'JS'
const { readFileSync } = require("node:fs");
const orders = [
  { id: 1234567890123456789n, refunded: "false", total: "1,234.50", dollars: 19.99 },
  { id: "1234567890123456790", refunded: "false", total: "50,10", dollars: 50 },
];
const columns = { id: { type: "INT64" }, refunded: { type: "BOOLEAN" }, total: { type: "DOUBLE" }, dollars: { type: "INT32" } };
const write = async (name) => {
  const { ParquetSchema, ParquetWriter } = require(name);
  const writer = await ParquetWriter.openFile(new ParquetSchema(columns), `${name}.parquet`);
  for (const order of orders) await writer.appendRow(order);
  await writer.close();
  const { parquetReadObjects } = await import("hyparquet");
  const file = readFileSync(`${name}.parquet`);
  const rows = await parquetReadObjects({ file: file.buffer.slice(file.byteOffset, file.byteOffset + file.length) });
  for (const { id, refunded, total, dollars } of rows) console.log(`${name}: order ${id}, refunded ${refunded}, total ${total}, dollars ${dollars}`);
};
write("parquetjs").then(() => write("parquetjs-lite"));
JS
node books.cjs 2>/dev/null | tee seen
diff seen - <<'TEXT'
parquetjs: order 1234567890123456768, refunded true, total 1, dollars 19
parquetjs: order 1234567890123456768, refunded true, total 50, dollars 50
parquetjs-lite: order 1234567890123456768, refunded true, total 1, dollars 19
parquetjs-lite: order 1234567890123456768, refunded true, total 50, dollars 50
TEXT
