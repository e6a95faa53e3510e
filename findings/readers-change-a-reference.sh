#!/usr/bin/env bash
# What readers of CSV and XML (npm) make of a merchantReference if they may guess types. xml2js 0.6.2 with parseNumbers reads 1E5 as 1 and
# 0x1F as 0. csv-parse 7.0.3 with cast and cast_date reads 1-2 as the second of January 2001, A-0051 as the first of January 1951, and 0x1F
# as 0. xlsx 0.18.5 gives 1-2 back as 1/2/01. papaparse 5.7.1, d3-dsv 3.0.2 and fast-xml-parser 5.12.1 read 0051 as 51 and 1E5 as 100000.
# Safe: no guessing of types.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts xml2js@0.6.2 csv-parse@7.0.3 xlsx@0.18.5 papaparse@5.7.1 d3-dsv@3.0.2 fast-xml-parser@5.12.1 >/dev/null
cat >read.mjs <<'JS'
import { createRequire } from "node:module";
import { autoType, csvParse } from "d3-dsv";
const require = createRequire(import.meta.url);
const references = ["0051", "1E5", "1-2", "0x1F", "A-0051"];
const csv = ["reference", ...references].join("\n");
const xml = "<all>" + references.map((one) => "<reference>" + one + "</reference>").join("") + "</all>";
const seen = (name, values) => console.log(name, JSON.stringify(values));
const { parseStringPromise, processors } = require("xml2js");
seen("xml2js", (await parseStringPromise(xml, { valueProcessors: [processors.parseNumbers] })).all.reference);
seen("csv-parse", require("csv-parse/sync").parse(csv, { columns: true, cast: true, cast_date: true }).map((row) => row.reference));
const XLSX = require("xlsx");
const book = XLSX.read(csv, { type: "string" });
seen("xlsx", XLSX.utils.sheet_to_csv(book.Sheets.Sheet1).split("\n").slice(1));
seen("papaparse", require("papaparse").parse(csv, { header: true, dynamicTyping: true }).data.map((row) => row.reference));
seen("d3-dsv", csvParse(csv, autoType).map((row) => row.reference));
seen("fast-xml-parser", new (require("fast-xml-parser").XMLParser)().parse(xml).all.reference);
JS
TZ=UTC node read.mjs | tee seen
diff seen - <<'TEXT'
xml2js [51,1,"1-2",0,"A-0051"]
csv-parse [51,100000,"2001-01-02T00:00:00.000Z",0,"1951-01-01T00:00:00.000Z"]
xlsx ["0051","1E5","1/2/01","0x1F","A-0051"]
papaparse [51,100000,"1-2","0x1F","A-0051"]
d3-dsv [51,100000,"1-2",31,"A-0051"]
fast-xml-parser [51,100000,"1-2",31,"A-0051"]
TEXT
