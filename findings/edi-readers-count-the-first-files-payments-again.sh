#!/usr/bin/env bash
# node-x12 1.7.1 (npm) reads X12, in which American banks and buyers send payments (820) and remittances (835). A parser that reads a second file answers the
# first one's payments as well, and so does an X12QueryEngine(false) that is asked about a second file: after three days the first day's payments are counted
# three times. What parse answers is the same object each time, so the result of the first file changes, too.
# (In their strict mode, a second file is an error.) The Reader of ts-edifact 0.0.14 does the same with EDIFACT. edifact 1.2.12 is right.
# Safe: a new parser, engine or reader for each file.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts node-x12@1.7.1 ts-edifact@0.0.14 htmlparser2@12.0.0 edifact@1.2.12 >/dev/null
cat >read.cjs <<'JS'
const { X12Parser, X12QueryEngine } = require("node-x12");
const file = (order, amount) =>
  `ISA*00*          *00*          *ZZ*BUYER          *ZZ*SHOP           *260131*1000*U*00401*000000001*0*P*>~GS*RA*B*S*20260131*1000*1*X*004010~` +
  `ST*820*0001~BPR*C*${amount}*C*ACH*CTX*01*999*DA*1*1**01*998*DA*2*20260131~RMR*IV*${order}**${amount}~SE*4*0001~GE*1*1~IEA*1*000000001~`;
const days = [file("A-1", "50.00"), file("A-2", "19.99"), file("A-3", "1.00")];
const paid = (day, engine = new X12QueryEngine(false)) => engine.query(day, "RMR04").map(({ value }) => value).join(" ");
const parser = new X12Parser();
console.log("one parser:", days.map((day) => paid(parser.parse(day))).join(", then "));
console.log("is it one result:", parser.parse(days[0]) === parser.parse(days[1]));
const engine = new X12QueryEngine(false);
console.log("one engine:", days.map((day) => paid(day, engine)).join(", then "));
console.log("new ones:", days.map((day) => paid(new X12Parser().parse(day))).join(", then "));
const message = (order, amount) =>
  `UNB+UNOC:3+BUYER:14+SHOP:14+260131:1000+1'UNH+1+REMADV:D:96A:UN'BGM+481+${order}+9'MOA+12:${amount}'UNT+4+1'UNZ+1+1'`;
for (const name of ["ts-edifact", "edifact"]) {
  const reader = new (require(name).Reader)();
  const amounts = (text) => reader.parse(text).flatMap((one) => (one.name === "MOA" ? one.elements[0][1] : [])).join(" ");
  console.log(`${name}, one reader:`, [message("A-1", "50.00"), message("A-2", "19.99")].map(amounts).join(", then "));
}
JS
node read.cjs | tee seen
diff seen - <<'TEXT'
one parser: 50.00, then 50.00 19.99, then 50.00 19.99 1.00
is it one result: true
one engine: 50.00, then 50.00 19.99, then 50.00 19.99 1.00
new ones: 50.00, then 19.99, then 1.00
ts-edifact, one reader: 50.00, then 50.00 19.99
edifact, one reader: 50.00, then 19.99
TEXT
