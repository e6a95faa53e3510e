#!/usr/bin/env bash
# @sap/cds 10.1.1 with @cap-js/sqlite 3.1.1 (npm), SAP's framework for services of a shop. An element of type Integer is checked for its range alone: 1.5 pieces, "2.5", "" and true are taken with 201, and
# stand in SQLite, the database of development and tests, as they came. So do 3,000,000,000 pieces, which Integer of SAP's own database can't hold. A price beside it, Decimal(9,2), refuses 19.999 and "1,234.50".
# UInt8, 0 to 255, takes 256. A Decimal without a precision keeps sixteen digits. What the enum of a status doesn't name is taken, too.
# Safe: a handler that asks Number.isSafeInteger; @assert.range for a status; Decimal(15,2) for money.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "overrides": { "better-sqlite3": "13.2.0" } }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts @sap/cds@10.1.1 @cap-js/sqlite@3.1.1 express@5.3.0 >/dev/null
cat >shop.cds <<'CDS'
service Shop @(path: '/shop') {
  entity Orders {
    key ID : Integer64;
    quantity : Integer;
    small : UInt8;
    price : Decimal(9, 2);
    total : Decimal;
    status : String enum { open; paid; };
  }
}
CDS
cat >shop.cjs <<'JS'
const cds = require("@sap/cds");
const express = require("express");
const told = console.log;
for (const kind of ["log", "info", "warn", "error"]) console[kind] = () => {};
(async () => {
  Object.assign(cds.env.requires, { db: { kind: "sqlite", impl: "@cap-js/sqlite", credentials: { url: ":memory:" } } });
  cds.model = cds.linked(await cds.load("shop.cds"));
  await cds.deploy(cds.model).to(await cds.connect.to("db"));
  const app = express();
  await cds.serve("all").from(cds.model).in(app);
  const server = app.listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  let ID = 0;
  for (const [name, value] of [["quantity", 1.5], ["quantity", "2.5"], ["quantity", ""], ["quantity", true], ["quantity", 3e9], ["quantity", "two"], ["small", 256], ["small", 257], ["price", 19.999], ["price", "1,234.50"], ["price", 19.99], ["total", "1234567890.123456789"], ["status", "PAID"]]) {
    const body = JSON.stringify({ ID: ++ID, [name]: value });
    const { status } = await fetch(`http://127.0.0.1:${server.address().port}/shop/Orders`, { method: "POST", headers: { "content-type": "application/json" }, body });
    const [row] = await cds.run(cds.ql.SELECT.from("Shop.Orders").where({ ID }));
    told(`${name} ${JSON.stringify(value)}: ${status}${row ? `, kept as ${JSON.stringify(row[name])}` : ""}`);
  }
  process.exit();
})();
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
quantity 1.5: 201, kept as 1.5
quantity "2.5": 201, kept as 2.5
quantity "": 201, kept as ""
quantity true: 201, kept as 1
quantity 3000000000: 201, kept as 3000000000
quantity "two": 400
small 256: 201, kept as 256
small 257: 400
price 19.999: 400
price "1,234.50": 400
price 19.99: 201, kept as "19.99"
total "1234567890.123456789": 201, kept as "1234567890.123457"
status "PAID": 201, kept as "PAID"
TEXT
