#!/usr/bin/env bash
# xlsx-stream-reader 1.1.1 (npm, about 33,000 downloads a month) reads the payment report of a bank or payment service. With formatting, as by default, an amount
# whose number format has a letter or sign outside of ASCII, but for the euro, is an empty text: £, ¥, ₹, ₩, 元, zł. So are amounts with a minus behind.
# In quotes, as spreadsheets write their own formats, the signs are fine; other software writes formats as its user gave them. Nothing warns.
# Safe: new XlsxStreamReader({ formatting: false }).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts exceljs@4.4.0 xlsx-stream-reader@1.1.1 >/dev/null
cat >report.cjs <<'JS'
const { createReadStream } = require("node:fs");
const { Workbook } = require("exceljs");
const XlsxStreamReader = require("xlsx-stream-reader");
const write = async () => {
  const book = new Workbook();
  const sheet = book.addWorksheet("payments");
  for (const format of ["€#,##0.00", "£#,##0.00", "¥#,##0", "₹#,##0.00", "₩#,##0", "#,##0.00元", "#,##0.00 zł", "#,##0.00-", '"£"#,##0.00']) {
    const row = sheet.addRow([format, 1234.5, -19.99]);
    for (const column of [2, 3]) row.getCell(column).numFmt = format;
  }
  await book.xlsx.writeFile("report.xlsx");
};
const read = (options) =>
  new Promise((resolve, reject) => {
    const reader = new XlsxStreamReader(options);
    reader.on("error", reject);
    reader.on("worksheet", (sheet) => {
      sheet.on("row", (row) => console.log(JSON.stringify(row.values.slice(1))));
      sheet.on("end", resolve);
      sheet.process();
    });
    createReadStream("report.xlsx").pipe(reader);
  });
write()
  .then(() => read())
  .then(() => console.log("without formatting:"))
  .then(() => read({ formatting: false }));
JS
node report.cjs | tee seen
diff seen - <<'TEXT'
["€#,##0.00","€1,234.50","-€19.99"]
["£#,##0.00","",""]
["¥#,##0","",""]
["₹#,##0.00","",""]
["₩#,##0","",""]
["#,##0.00元","",""]
["#,##0.00 zł","",""]
["#,##0.00-","",""]
["\"£\"#,##0.00","£1,234.50","-£19.99"]
without formatting:
["€#,##0.00","1234.5","-19.99"]
["£#,##0.00","1234.5","-19.99"]
["¥#,##0","1234.5","-19.99"]
["₹#,##0.00","1234.5","-19.99"]
["₩#,##0","1234.5","-19.99"]
["#,##0.00元","1234.5","-19.99"]
["#,##0.00 zł","1234.5","-19.99"]
["#,##0.00-","1234.5","-19.99"]
["\"£\"#,##0.00","1234.5","-19.99"]
TEXT
