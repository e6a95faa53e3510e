#!/usr/bin/env bash
# hyperformula 3.5.0, fast-formula-parser 1.0.19, @formulajs/formulajs 4.6.1 (npm, 890,000, 310,000 and 500,000 downloads a month), which compute a sheet's
# formulas in a shop. An amount that has two decimals already isn't left alone, as it is by Gnumeric 1.12.55: ROUNDUP(0.07, 2) is 0.08, ROUNDDOWN and
# TRUNC(0.29, 2) are 0.28, and rounding down to five cents for cash takes five more: FLOOR(0.15, 0.05) is 0.1. The counts are of all amounts from 0.01 to
# 99.99, or of all multiples of 0.05. ROUND(1.005, 2) is 1 in the first two; EDATE of January 31 and one month is March 3 in the second.
# Safe: keep whole cents in the cells, so that ROUNDUP(x, 0) and FLOOR(x, 5) compute with whole numbers.
# Needs Debian 12's gnumeric for the comparison.
set -euo pipefail
command -v ssconvert >/dev/null || { echo "needs Debian's package gnumeric"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts hyperformula@3.5.0 fast-formula-parser@1.0.19 @formulajs/formulajs@4.6.1 >/dev/null
cat >sheet.csv <<'CSV'
"=ROUNDUP(0.07,2)","=ROUNDDOWN(0.29,2)","=TRUNC(0.29,2)","=FLOOR(0.15,0.05)","=CEILING(19.95,0.05)","=ROUND(1.005,2)","=EDATE(DATE(2026,1,31),1)-DATE(2026,1,31)"
CSV
ssconvert sheet.csv out.csv >/dev/null 2>&1
echo "gnumeric $(cat out.csv)" | tee seen
cat >sheet.cjs <<'JS'
const { HyperFormula } = require("hyperformula");
const formulajs = require("@formulajs/formulajs");
const Parser = require("fast-formula-parser");
const sheet = HyperFormula.buildFromArray([[]], { licenseKey: "gpl-v3" });
const parser = new Parser({});
const engines = {
  hyperformula: (formula) => sheet.calculateFormula(`=${formula}`, 0),
  "fast-formula-parser": (formula) => parser.parse(formula, { sheet: "S", row: 1, col: 1 }),
  formulajs: (formula) => { const [, name, list] = /^(\w+)\((.*)\)$/.exec(formula); return formulajs[name](...list.split(",").map(Number)); },
};
const cases = [["ROUNDUP", 1], ["ROUNDDOWN", 1], ["TRUNC", 1], ["FLOOR", 5], ["CEILING", 5]];
for (const [engine, compute] of Object.entries(engines)) {
  for (const [name, step] of cases) {
    const wrong = [];
    for (let cents = step; cents < 10000; cents += step) {
      const amount = cents / 100;
      const seen = compute(`${name}(${amount},${step === 1 ? 2 : 0.05})`);
      if (Math.abs(seen - amount) > 1e-9) wrong.push(`${amount} is ${seen}`);
    }
    console.log([`${engine} ${name}: ${wrong.length} wrong`, ...wrong.slice(0, 2)].join(", "));
  }
  console.log(`${engine} ROUND(1.005, 2): ${compute("ROUND(1.005,2)")}`);
}
console.log("EDATE", engines.hyperformula("EDATE(DATE(2026,1,31),1)-DATE(2026,1,31)"), engines["fast-formula-parser"]("EDATE(DATE(2026,1,31),1)-DATE(2026,1,31)"));
JS
node sheet.cjs | tee -a seen
diff seen - <<'TEXT'
gnumeric 0.07,0.29,0.29,0.15,19.95,1.01,28
hyperformula ROUNDUP: 573 wrong, 0.07 is 0.08, 0.14 is 0.15
hyperformula ROUNDDOWN: 573 wrong, 0.29 is 0.28, 0.57 is 0.56
hyperformula TRUNC: 573 wrong, 0.29 is 0.28, 0.57 is 0.56
hyperformula FLOOR: 697 wrong, 0.15 is 0.1, 0.3 is 0.25
hyperformula CEILING: 0 wrong
hyperformula ROUND(1.005, 2): 1
fast-formula-parser ROUNDUP: 8403 wrong, 0.01 is 0.02, 0.02 is 0.03
fast-formula-parser ROUNDDOWN: 1230 wrong, 0.15 is 0.14, 0.29 is 0.28
fast-formula-parser TRUNC: 9900 wrong, 0.01 is 0, 0.02 is 0
fast-formula-parser FLOOR: 697 wrong, 0.15 is 0.1, 0.3 is 0.25
fast-formula-parser CEILING: 0 wrong
fast-formula-parser ROUND(1.005, 2): 1
formulajs ROUNDUP: 0 wrong
formulajs ROUNDDOWN: 0 wrong
formulajs TRUNC: 573 wrong, 0.29 is 0.28, 0.57 is 0.56
formulajs FLOOR: 697 wrong, 0.15 is 0.1, 0.3 is 0.25
formulajs CEILING: 0 wrong
formulajs ROUND(1.005, 2): 1.01
EDATE 28 31
TEXT
