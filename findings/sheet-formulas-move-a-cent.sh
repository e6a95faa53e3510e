#!/usr/bin/env bash
# Spreadsheets' formulas in JavaScript, over whole cents from 0.01 to 99.99, which should stay as they are. fast-formula-parser 1.0.19 (npm): ROUNDUP(50, 2) is
# 50.01, as with most amounts, and TRUNC(19.99, 2) is 19. HyperFormula 3.5.0: ROUNDUP adds a cent to 573 of 9999, and ROUNDDOWN and TRUNC take one of 573;
# TEXT(1234.5, "#,##0.00") is the text 1235,##0.00. @formulajs/formulajs 4.6.1: TRUNC takes a cent of 573, but not ROUNDDOWN, and
# VALUE("(50.00)"), a refund, is 50. FLOOR(x, 0.01) takes a cent of 1076 in all three. Safe: compute in whole cents, outside the sheet.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts hyperformula@3.5.0 @formulajs/formulajs@4.6.1 fast-formula-parser@1.0.19 >/dev/null
cat >sheet.cjs <<'JS'
const { HyperFormula } = require("hyperformula");
const formulajs = require("@formulajs/formulajs");
const FormulaParser = require("fast-formula-parser");
const sheet = HyperFormula.buildFromArray([[]], { licenseKey: "gpl-v3" });
const parser = new FormulaParser();
const engines = {
  hyperformula: (formula) => sheet.calculateFormula(`=${formula}`, 0),
  "fast-formula-parser": (formula) => parser.parse(formula),
  formulajs: (formula) => {
    const [, name, args] = /^(\w+)\((.*)\)$/.exec(formula);
    return formulajs[name](...JSON.parse(`[${args}]`));
  },
};
for (const [name, value] of Object.entries(engines)) {
  const changed = (formula) => {
    let count = 0;
    for (let cents = 1; cents <= 9999; cents++) if (Math.round(value(formula(cents / 100)) * 100) !== cents) count++;
    return count;
  };
  const counts = ["ROUNDUP", "ROUNDDOWN", "TRUNC"].map((rounding) => `${rounding} ${changed((amount) => `${rounding}(${amount},2)`)}`);
  console.log(`${name}: ${counts.join(", ")}, FLOOR ${changed((amount) => `FLOOR(${amount},0.01)`)} of 9999`);
}
for (const formula of ["ROUNDUP(50,2)", "ROUNDUP(1.1,2)", "TRUNC(19.99,2)", "ROUND(8.165,2)", "ROUND(1.005,2)", 'TEXT(1234.5,"#,##0.00")'])
  console.log(`${formula}: ${Object.values(engines).map((value) => value(formula)).join(", ")}`);
console.log(`formulajs, VALUE("(50.00)"): ${formulajs.VALUE("(50.00)")}`);
JS
node sheet.cjs | tee seen
diff seen - <<'TEXT'
hyperformula: ROUNDUP 573, ROUNDDOWN 573, TRUNC 573, FLOOR 1076 of 9999
fast-formula-parser: ROUNDUP 8403, ROUNDDOWN 1230, TRUNC 9900, FLOOR 1076 of 9999
formulajs: ROUNDUP 0, ROUNDDOWN 0, TRUNC 573, FLOOR 1076 of 9999
ROUNDUP(50,2): 50, 50.01, 50
ROUNDUP(1.1,2): 1.11, 1.11, 1.1
TRUNC(19.99,2): 19.98, 19, 19.98
ROUND(8.165,2): 8.16, 8.16, 8.17
ROUND(1.005,2): 1, 1, 1.01
TEXT(1234.5,"#,##0.00"): 1235,##0.00, 1,234.50, 1,234.50
formulajs, VALUE("(50.00)"): 50
TEXT
