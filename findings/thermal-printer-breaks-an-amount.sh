#!/usr/bin/env bash
# node-thermal-printer 4.6.1 (npm) breaks a cell that is wider than its column in its middle, amounts too: on a printer of
# 24 columns a receipt shows 123456 and, one line below, 7.89. Its leftRight doesn't break at all, and runs over the edge.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts node-thermal-printer@4.6.1 >/dev/null
seen=$(node -e '
  const { ThermalPrinter, types } = require("node-thermal-printer");
  const printed = (print) => {
    const printer = new ThermalPrinter({ type: types.EPSON, interface: "tcp://127.0.0.1:1", width: 24 });
    print(printer);
    return printer.getText();
  };
  const cells = [{ text: "Tea", align: "LEFT", width: 0.7 }, { text: "1234567.89", align: "RIGHT", width: 0.3 }];
  const lines = printed((p) => p.tableCustom(cells)).trimEnd().split("\n").map((line) => line.trim().replace(/ +/g, " "));
  const long = printed((p) => p.leftRight("A very long item name here", "1234567.89")).trimEnd();
  console.log(lines.join(" / "), "|", long.length, "columns");
')
echo "seen:     $seen"
expected="Tea 123456 / 7.89 | 36 columns"
echo "expected: $expected"
[ "$seen" = "$expected" ]
