#!/usr/bin/env bash
# xlsx-style 0.8.13 (npm, about 215,000 downloads a month) and js-xlsx 0.8.22 (about 58,000), old forks of xlsx, read a payment report: a refund whose format has a
# part of its own for negative amounts, as spreadsheets' accounting formats have, comes out of sheet_to_csv and sheet_to_json as --19.99, which is no number.
# The currency of [$HK$-C04] and [$EUR] is left out, so amounts of two currencies look alike. xlsx itself and xlsx-js-style do both right.
# Safe: sheet_to_json with { raw: true }, or xlsx-js-style.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts exceljs@4.4.0 xlsx-style@0.8.13 js-xlsx@0.8.22 xlsx@0.18.5 xlsx-js-style@1.2.0 >/dev/null
cat >report.cjs <<'JS'
const { Workbook } = require("exceljs");
const book = new Workbook();
const sheet = book.addWorksheet("payments");
sheet.addRow(["format", "sale", "refund"]);
for (const format of ["#,##0.00", "#,##0.00;[Red]-#,##0.00", "#,##0.00_ ;[Red]\\-#,##0.00\\ ", '_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-', "[$HK$-C04]#,##0.00", "[$EUR] #,##0.00"]) {
  const row = sheet.addRow([format, 1234.5, -19.99]);
  for (const column of [2, 3]) row.getCell(column).numFmt = format;
}
book.xlsx.writeFile("report.xlsx").then(() => {
  for (const name of ["xlsx-style", "js-xlsx", "xlsx", "xlsx-js-style"]) {
    const { readFile, utils } = require(name);
    const { payments } = readFile("report.xlsx").Sheets;
    const show = (rows) => rows.map(({ sale, refund }) => `${sale} ${refund}`.replace(/ +/g, " ").trim()).join(" | ");
    console.log(name, "shown:", show(utils.sheet_to_json(payments, name.startsWith("xlsx-style") || name === "js-xlsx" ? {} : { raw: false })));
    if (name === "xlsx-style") console.log(name, "raw:", show(utils.sheet_to_json(payments, { raw: true })));
  }
});
JS
node report.cjs | tee seen
diff seen - <<'TEXT'
xlsx-style shown: 1,234.50 -19.99 | 1,234.50 --19.99 | 1,234.50 --19.99 | 1,234.50 --19.99 | 1,234.50 -19.99 | 1,234.50 -19.99
xlsx-style raw: 1234.5 -19.99 | 1234.5 -19.99 | 1234.5 -19.99 | 1234.5 -19.99 | 1234.5 -19.99 | 1234.5 -19.99
js-xlsx shown: 1,234.50 -19.99 | 1,234.50 --19.99 | 1,234.50 --19.99 | 1,234.50 --19.99 | 1,234.50 -19.99 | 1,234.50 -19.99
xlsx shown: 1,234.50 -19.99 | 1,234.50 -19.99 | 1,234.50 -19.99 | 1,234.50 -19.99 | HK$1,234.50 -HK$19.99 | EUR 1,234.50 -EUR 19.99
xlsx-js-style shown: 1,234.50 -19.99 | 1,234.50 -19.99 | 1,234.50 -19.99 | 1,234.50 -19.99 | HK$1,234.50 -HK$19.99 | EUR 1,234.50 -EUR 19.99
TEXT
