#!/usr/bin/env bash
# hot-formula-parser 4.0.0 (npm, about 550,000 downloads a month) computes formulas that merchants write, for fees and commissions, say. SUMIF leaves out its third argument, so
# it adds the column of the condition instead of the column of the amounts, and is an error if that holds texts. SUMIFS with a text as a condition is 0.
# An amount "1,234.50" counts as 1, and MOD(-1,3) is 1, not 2. Gnumeric says what spreadsheets say.
# Safe: hyperformula, which computes all of these right and refuses the text.
# Needs Debian 12's gnumeric.
set -euo pipefail
command -v ssconvert >/dev/null || { echo "needs Debian's package gnumeric"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts xlsx@0.18.5 hot-formula-parser@4.0.0 hyperformula@3.5.0 >/dev/null
cat >fees.cjs <<'JS'
const { execFileSync } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { HyperFormula } = require("hyperformula");
const { Parser } = require("hot-formula-parser");
const { utils, writeFile } = require("xlsx");
const rows = [[50, 1.5, "CARD"], [49.99, 2.25, "WALLET"], [100, 3, "CARD"]];
const formulas = ['SUMIF(A1:A3,">=50",B1:B3)', 'SUMIF(C1:C3,"CARD",B1:B3)', 'SUMIFS(B1:B3,C1:C3,"CARD")', 'SUMIF(A1:A3,">=50")', '"1,234.50"+1', "MOD(-1,3)"];
const parser = new Parser();
parser.on("callRangeValue", (from, to, done) => done(rows.slice(from.row.index, to.row.index + 1).map((row) => row.slice(from.column.index, to.column.index + 1))));
const sheet = utils.aoa_to_sheet(rows);
formulas.forEach((formula, index) => (sheet[`E${index + 1}`] = { t: "n", f: formula }));
sheet["!ref"] = `A1:E${formulas.length}`;
writeFile({ SheetNames: ["fees"], Sheets: { fees: sheet } }, "fees.xlsx");
execFileSync("ssconvert", ["--recalc", "fees.xlsx", "fees.csv"], { stdio: "ignore" });
const gnumeric = readFileSync("fees.csv", "utf8").trim().split("\n").map((line) => line.split(",").at(-1));
const hyper = HyperFormula.buildFromArray(rows.map((row, index) => [...row, "", "=" + formulas[index]]).concat(formulas.slice(3).map((formula) => ["", "", "", "", "=" + formula])), { licenseKey: "gpl-v3" });
formulas.forEach((formula, index) => {
  const { error, result } = parser.parse(formula);
  const other = hyper.getCellValue({ sheet: 0, col: 4, row: index });
  console.log(formula, error ?? result, "in Gnumeric", gnumeric[index], "in hyperformula", other.value ?? other);
});
JS
node fees.cjs | tee seen
diff seen - <<'TEXT'
SUMIF(A1:A3,">=50",B1:B3) 150 in Gnumeric 4.5 in hyperformula 4.5
SUMIF(C1:C3,"CARD",B1:B3) #VALUE! in Gnumeric 4.5 in hyperformula 4.5
SUMIFS(B1:B3,C1:C3,"CARD") 0 in Gnumeric 4.5 in hyperformula 4.5
SUMIF(A1:A3,">=50") 150 in Gnumeric 150 in hyperformula 150
"1,234.50"+1 2 in Gnumeric 1235.5 in hyperformula #VALUE!
MOD(-1,3) 1 in Gnumeric 2 in hyperformula 2
TEXT
