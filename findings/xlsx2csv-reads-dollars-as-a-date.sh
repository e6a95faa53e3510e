#!/usr/bin/env bash
# xlsx2csv 0.7.8 (Debian 12) turns a payment report in xlsx into CSV. If the number format has a d, h, m, s or y in quotes, amounts count as dates, and
# most currencies have such a letter: USD, HKD, CHF, JPY, RM, but not EUR and GBP. So 1234.50 and 1265.25 in the format #,##0.00 "USD" are both the text
# #,##0.00 "us18". Amounts below 1 are times: 0.50 is 12:00, and 0 is 00:00. Negative amounts, refunds, are right. Nothing warns.
# A fil of Kuwait or Bahrain is cut, too: 0.125 in the format 0.00 is 0.12, though spreadsheets show 0.13.
# Safe: xlsx2csv report.xlsx --ignore-formats date time float, or a reader that gives the cell's value, such as exceljs.
# Needs Debian 12's xlsx2csv.
set -euo pipefail
command -v xlsx2csv >/dev/null || { echo "needs Debian's package xlsx2csv"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts exceljs@4.4.0 >/dev/null
cat >report.cjs <<'JS'
const { Workbook } = require("exceljs");
const book = new Workbook();
const sheet = book.addWorksheet("payments");
for (const format of ['#,##0.00 "EUR"', '#,##0.00 "USD"', '"HKD" #,##0.00', '"CHF" #,##0.00', '"RM"#,##0.00', "[$HKD] #,##0.00", "0.00"]) {
  const row = sheet.addRow([format, 1234.5, 1265.25, 0.5, 0.125, 0, -19.99]);
  for (let column = 2; column <= 7; column++) row.getCell(column).numFmt = format;
}
book.xlsx.writeFile("report.xlsx");
JS
node report.cjs
{ xlsx2csv report.xlsx; echo "ignoring formats:"; xlsx2csv report.xlsx --ignore-formats date time float | sed -n '2,3p;7p'; } | tee seen
diff seen - <<'TEXT'
"#,##0.00 ""EUR""",1234.5,1265.25,0.5,0.125,0,-19.99
"#,##0.00 ""USD""","#,##0.00 ""us18""","#,##0.00 ""us18""",12:00,03:00,00:00,-19.99
"""HKD"" #,##0.00","""12k18"" #,##0.00","""06k18"" #,##0.00",12:00,03:00,00:00,-19.99
"""CHF"" #,##0.00","""c12f"" #,##0.00","""c06f"" #,##0.00",12:00,03:00,00:00,-19.99
"""RM""#,##0.00","""r05""#,##0.00","""r06""#,##0.00",12:00,03:00,00:00,-19.99
"[$HKD] #,##0.00",1234.5,1265.25,0.5,0.125,0,-19.99
0.00,1234.50,1265.25,0.50,0.12,0.00,-19.99
ignoring formats:
"#,##0.00 ""USD""",1234.5,1265.25,0.5,0.125,0,-19.99
"""HKD"" #,##0.00",1234.5,1265.25,0.5,0.125,0,-19.99
0.00,1234.5,1265.25,0.5,0.125,0,-19.99
TEXT
