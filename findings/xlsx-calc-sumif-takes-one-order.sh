#!/usr/bin/env bash
# xlsx-calc 0.9.2 (npm, about 145,000 downloads a month) computes a report's formulas on a server. SUMIF adds the first order that has the text, and no other; with
# a number or a condition such as ">=50" it is always 0. SUM adds an amount that is a text, which spreadsheets leave out, and MAX returns it.
# FLOOR of 0.15 to five cents is 0, ROUND of -2.5 is -2, and -2^2 is -4; spreadsheets say 0.15, -3 and 4. Functions that it lacks, such as COUNTIF, are errors,
# but all of these are plain numbers.
# Safe: compute the report's sums in the shop's own code.
# Needs Debian 12's gnumeric.
set -euo pipefail
command -v ssconvert >/dev/null || { echo "needs Debian's package gnumeric"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts xlsx@0.18.5 xlsx-calc@0.9.2 >/dev/null
cat >report.cjs <<'JS'
const { utils, writeFile } = require("xlsx");
const compute = require("xlsx-calc");
const { execFileSync } = require("node:child_process");
const formulas = ['SUMIF(A1:A4,">=50")', 'SUMIF(A1:A4,">=50",B1:B4)', 'SUMIF(A1:A4,"<0")', "SUMIF(A1:A4,50,B1:B4)", 'SUMIF(D1:D4,"A-1",B1:B4)', "SUM(C1:C4)", "MAX(C1:C4)", "FLOOR(0.15,0.05)", "ROUND(-2.5,0)", "-2^2"];
const sheet = utils.aoa_to_sheet([[50, 1, 19.99, "A-1"], [49.99, 2, "50.00", "A-2"], [100, 3, 30, "A-1"], [-5, 4, 0, "A-3"]]);
formulas.forEach((formula, index) => (sheet[`E${index + 1}`] = { t: "n", f: formula }));
sheet["!ref"] = `A1:E${formulas.length}`;
const book = { SheetNames: ["report"], Sheets: { report: sheet } };
writeFile(book, "report.xlsx");
execFileSync("ssconvert", ["--recalc", "report.xlsx", "report.csv"], { stdio: "ignore" });
const others = require("node:fs").readFileSync("report.csv", "utf8").trim().split("\n").map((line) => line.split(",").at(-1));
compute(book);
formulas.forEach((formula, index) => console.log(formula, JSON.stringify(sheet[`E${index + 1}`].v), "and in Gnumeric", Number(others[index])));
JS
node report.cjs | tee seen
diff seen - <<'TEXT'
SUMIF(A1:A4,">=50") 0 and in Gnumeric 150
SUMIF(A1:A4,">=50",B1:B4) 0 and in Gnumeric 4
SUMIF(A1:A4,"<0") 0 and in Gnumeric -5
SUMIF(A1:A4,50,B1:B4) 0 and in Gnumeric 1
SUMIF(D1:D4,"A-1",B1:B4) 1 and in Gnumeric 4
SUM(C1:C4) 99.99 and in Gnumeric 49.99
MAX(C1:C4) "50.00" and in Gnumeric 30
FLOOR(0.15,0.05) 0 and in Gnumeric 0.15
ROUND(-2.5,0) -2 and in Gnumeric -3
-2^2 -4 and in Gnumeric 4
TEXT
