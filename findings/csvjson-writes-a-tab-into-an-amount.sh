#!/usr/bin/env bash
# csvjson 5.1.0 (npm, about 299,000 downloads a month): toCSV writes no quotes. A comma in a text becomes a tab, so the amount "1,234.50" and the name "Wong, A" are changed,
# and a line break becomes one, too. Read back by its own toObject or by papaparse, the tab stays.
# toObject with quote: '"' keeps only the end of a text with quotes in it, so a 5" phone case is another item. Nothing warns.
# Safe: csv-stringify and csv-parse.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts csvjson@5.1.0 papaparse@5.7.1 >/dev/null
cat >report.cjs <<'JS'
const { toCSV, toObject } = require("csvjson");
const { parse } = require("papaparse");
const csv = toCSV([{ order: "A-1", amount: "1,234.50", customer: "Wong, A" }, { order: "A-2", amount: "50.00", customer: "Lee\nB" }], { headers: "key" });
for (const line of csv.split("\n")) console.log(JSON.stringify(line));
console.log("by itself", JSON.stringify(toObject(csv)));
console.log("by papaparse", JSON.stringify(parse(csv, { header: true }).data));
const items = 'order,item,amount\nA-1,"a ""5 inch"" case",19.99\nA-2,"case, black",50.00';
console.log("items", JSON.stringify(toObject(items, { quote: '"' })));
console.log("by papaparse", JSON.stringify(parse(items, { header: true }).data));
JS
node report.cjs | tee seen
diff seen - <<'TEXT'
"order,amount,customer"
"A-1,1\t234.50,Wong\t A"
"A-2,50.00,Lee\tB"
by itself [{"order":"A-1","amount":"1\t234.50","customer":"Wong\t A"},{"order":"A-2","amount":"50.00","customer":"Lee\tB"}]
by papaparse [{"order":"A-1","amount":"1\t234.50","customer":"Wong\t A"},{"order":"A-2","amount":"50.00","customer":"Lee\tB"}]
items [{"order":"A-1","item":"case","amount":"19.99"},{"order":"A-2","item":"case, black","amount":"50.00"}]
by papaparse [{"order":"A-1","item":"a \"5 inch\" case","amount":"19.99"},{"order":"A-2","item":"case, black","amount":"50.00"}]
TEXT
