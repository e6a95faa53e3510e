#!/usr/bin/env bash
# react-datasheet-grid 4.11.6 (npm), a table into which a shop pastes its prices. In percentColumn 20 is a fifth if it is typed, and 2000 percent if it is pasted, with or without its
# sign. floatColumn shows 1234.5 as 1,234.5 and takes a pasted 1,234.50 for 1, as intColumn does. isoDateColumn takes 11/30/2026 for the day
# before wherever clocks are ahead of UTC, and February 1 as Europeans write it, 01.02.2026, for New Year's Day. Nothing is refused.
# Safe: createTextColumn with a parsePastedValue of your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts react-datasheet-grid@4.11.6 react@18.3.1 react-dom@18.3.1 >/dev/null
cat >table.cjs <<'JS'
process.env.TZ = "Asia/Hong_Kong";
const { floatColumn, intColumn, isoDateColumn, percentColumn } = require("react-datasheet-grid");
const pasted = (column, value) => column.pasteValue({ value, rowData: null, rowIndex: 0 });
const typed = (column, value) => column.columnData.parseUserInput(value);
const shown = (column, value) => column.columnData.formatBlurredInput(value);
for (const value of ["20", "20%"]) {
  console.log(`${value}: typed it is ${typed(percentColumn, value)}, shown as ${shown(percentColumn, typed(percentColumn, value))}`);
  console.log(`${value}: pasted it is ${pasted(percentColumn, value)}, shown as ${shown(percentColumn, pasted(percentColumn, value))}`);
}
console.log(`1234.5 is shown as ${shown(floatColumn, 1234.5)}, and 1,234.50 pasted is ${pasted(floatColumn, "1,234.50")}, in whole numbers ${pasted(intColumn, "1,234.50")}`);
for (const value of ["2026-11-30", "11/30/2026", "01.02.2026"]) console.log(`${value} pasted is ${pasted(isoDateColumn, value)}`);
JS
node table.cjs | tee seen
diff seen - <<'TEXT'
20: typed it is 0.2, shown as 20%
20: pasted it is 20, shown as 2,000%
20%: typed it is 0.2, shown as 20%
20%: pasted it is 20, shown as 2,000%
1234.5 is shown as 1,234.5, and 1,234.50 pasted is 1, in whole numbers 1
2026-11-30 pasted is 2026-11-30
11/30/2026 pasted is 2026-11-29
01.02.2026 pasted is 2026-01-01
TEXT
