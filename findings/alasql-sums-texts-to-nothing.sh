#!/usr/bin/env bash
# alasql 4.19.1 (npm). Amounts that are texts, as payment services and databases give them, have no SUM: the member is missing in the answer, without an
# error, and a total that is read with "?? 0" is 0. A column DECIMAL(9,2) keeps "50.00" as a text and 19.999 with three decimals. In a CSV, 0051 is
# 51. GROUP BY takes the text 51 and the number 51 for one order, WHERE doesn't.
# Safe: give SUM(CAST(amount AS NUMBER)), or whole cents.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps alasql@4.19.1 >/dev/null
cat >sum.cjs <<'JS'
const alasql = require("alasql");
const ask = (sql, rows) => console.log(sql + ":", JSON.stringify(alasql(sql, rows && [rows])));
const orders = [{ reference: "51", amount: "50.00" }, { reference: 51, amount: "0.50" }];
ask("SELECT SUM(amount) paid, COUNT(*) orders FROM ?", orders);
ask("SELECT SUM(CAST(amount AS NUMBER)) paid FROM ?", orders);
ask("SELECT reference, COUNT(*) orders FROM ? GROUP BY reference", orders);
ask("SELECT amount FROM ? WHERE reference = '51'", orders);
alasql("CREATE TABLE orders (amount DECIMAL(9,2))");
alasql("INSERT INTO orders VALUES ('50.00'), (19.999)");
ask("SELECT * FROM orders");
require("fs").writeFileSync("orders.csv", "reference,amount\n0051,50.00\n1E5,0.50\n");
alasql.promise("SELECT * FROM CSV('orders.csv', { headers: true })").then((rows) => console.log("CSV:", JSON.stringify(rows)));
JS
node sum.cjs | tee seen
diff seen - <<'TEXT'
SELECT SUM(amount) paid, COUNT(*) orders FROM ?: [{"orders":2}]
SELECT SUM(CAST(amount AS NUMBER)) paid FROM ?: [{"paid":50.5}]
SELECT reference, COUNT(*) orders FROM ? GROUP BY reference: [{"reference":"51","orders":2}]
SELECT amount FROM ? WHERE reference = '51': [{"amount":"50.00"}]
SELECT * FROM orders: [{"amount":"50.00"},{"amount":19.999}]
CSV: [{"reference":51,"amount":50},{"reference":100000,"amount":0.5}]
TEXT
