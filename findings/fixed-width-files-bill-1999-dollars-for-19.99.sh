#!/usr/bin/env bash
# Banks' files of fixed width hold 19.99 as 1999, with zeros or spaces before it. Two readers of npm with 50,000 downloads a month each:
# fixy 1.3.3 counts the places from the left: with spaces, 1999 is 1999.00. Yen with precision 0 lose two places, since 0 is taken for 2.
# It cuts the end of an amount that is too wide when it writes; with levels, it leaves the amount out and all that follows moves.
# fixed-width-parser 3.0.0 reads a refund of -1999 with spaces before it, and a minus behind the number, as 0. It writes 50 as 0000000050,
# which it reads as 0.5, and 19.9 as 1.99, unless decimalCount is given, though two decimals are its default.
# Safe: read such a field as text, and make cents of it yourself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts fixy@1.3.3 fixed-width-parser@3.0.0 >/dev/null
cat >shop.cjs <<'JS'
const fixy = require("fixy");
const { FixedWidthParser } = require("fixed-width-parser");
const read = (line, more) => fixy.parse({ map: [{ name: "amount", width: 10, type: "float", ...more }], options: { fullwidth: 10 } }, line)[0].amount;
const parser = (more) => new FixedWidthParser([{ name: "amount", start: 0, width: 10, type: "float", ...more }]);
for (const line of ["0000001999", "      1999", "     -1999", "000000199-"]) {
  console.log(`"${line}"`, "fixy:", read(line), "fixed-width-parser:", parser().parse(line)[0].amount);
}
console.log('"0000001000" in yen, fixy:', read("0000001000", { precision: 0 }));
const fields = [{ name: "amount", width: 6, padding_symbol: "0", level: "day" }, { name: "order", width: 4, level: "day" }];
console.log("fixy writes 1234567 cents:", JSON.stringify(fixy.unparse(fields, [{ amount: 1234567, order: "A-1" }])));
console.log("           with levels:", JSON.stringify(fixy.unparse(fields, { day: [{ amount: 1234567, order: "A-1" }, { amount: 1999, order: "A-2" }] }, ["day"])));
for (const amount of [19.99, 50, 19.9]) {
  const line = parser({ insertDecimal: false, padChar: "0" }).unparse([{ amount }]);
  const told = parser({ insertDecimal: false, padChar: "0", decimalCount: 2 }).unparse([{ amount }]);
  console.log("fixed-width-parser writes", amount, "as", line, "- reads", parser().parse(line)[0].amount, "- with decimalCount:", told);
}
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
"0000001999" fixy: 19.99 fixed-width-parser: 19.99
"      1999" fixy: 1999.00 fixed-width-parser: 19.99
"     -1999" fixy: -1999.00 fixed-width-parser: 0
"000000199-" fixy: 19.90 fixed-width-parser: 0
"0000001000" in yen, fixy: 10.00
fixy writes 1234567 cents: "123456 A-1"
           with levels: " A-1\n001999 A-2"
fixed-width-parser writes 19.99 as 0000001999 - reads 19.99 - with decimalCount: 0000001999
fixed-width-parser writes 50 as 0000000050 - reads 0.5 - with decimalCount: 0000005000
fixed-width-parser writes 19.9 as 0000000199 - reads 1.99 - with decimalCount: 0000001990
TEXT
