#!/usr/bin/env bash
# Nim 1.6.10 (Debian 12): insertSep of strutils, which sets the commas of thousands, counts from the end of the text and takes the point for a digit. 1999.50 is "1,999,.50", 19.99 is "19,.99" and
# 1234.5 is "123,4.5". Only whole numbers come out right. There is no other function for it in the standard library. The parsers of parseutils stop at the first other sign: parseFloat of "1,234.50" is 1.
# Safe: insertSep for the digits before the point alone.
# Needs Debian 12's nim and gcc.
set -euo pipefail
command -v nim >/dev/null && command -v gcc >/dev/null || { echo "needs Debian's packages nim and gcc"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >prices.nim <<'NIM'
import strutils
from parseutils import nil
for price in ["1000", "-1000", "19.99", "1999.50", "1234567.89", "1234.5"]:
  let point = price.find('.')
  let safe = if point < 0: price.insertSep(',') else: price[0 ..< point].insertSep(',') & price[point .. ^1]
  echo price, ": ", price.insertSep(','), ", safe ", safe
for text in ["50.00", "1,234.50", "50.00-", "1_000.50"]:
  var amount: float
  let taken = parseutils.parseFloat(text, amount)
  echo text, ": parseutils reads ", taken, " characters, ", amount
NIM
HOME=$folder nim c --hints:off --warnings:off --verbosity:0 prices.nim
./prices | tee seen
diff seen - <<'TEXT'
1000: 1,000, safe 1,000
-1000: -1,000, safe -1,000
19.99: 19,.99, safe 19.99
1999.50: 1,999,.50, safe 1,999.50
1234567.89: 1,234,567,.89, safe 1,234,567.89
1234.5: 123,4.5, safe 1,234.5
50.00: parseutils reads 5 characters, 50.0
1,234.50: parseutils reads 1 characters, 1.0
50.00-: parseutils reads 5 characters, 50.0
1_000.50: parseutils reads 8 characters, 1000.5
TEXT
