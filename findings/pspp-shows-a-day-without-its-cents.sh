#!/usr/bin/env bash
# GNU PSPP 1.6.2 (Debian 12), the free SPSS. The usual format F8.2 has eight columns in all: an order of 12345678.91 is shown as 12345679, 1234567.89 as 1234567.9, and
# the sum of a day has no cents. Order ids of 18 digits are numbers: 100000000000000051 and 100000000000000052 are one order, 100000000000000048, with the
# sum of both.
# Safe: F12.2 for amounts, A20 for ids and references.
# Needs Debian 12's pspp.
set -euo pipefail
command -v pspp >/dev/null || { echo "needs Debian's package pspp"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >report.csv <<'CSV'
100000000000000051,19.99,19.99
100000000000000052,50.00,50.00
7,12345678.91,12345678.91
8,1234567.89,1234567.89
CSV
cat >report.sps <<'SPSS'
DATA LIST LIST (",") FILE="report.csv" / order (F18.0) amount (F8.2) wide (F12.2).
LIST.
AGGREGATE OUTFILE=* /BREAK=order /sales=N /amount=SUM(amount).
FORMATS sales (F2.0).
LIST.
SPSS
pspp --version | head -1
pspp -O format=csv report.sps | grep -E '^[0-9 ]' | tee seen
diff seen - <<'TEXT'
100000000000000048,19.99,19.99
100000000000000048,50.00,50.00
7,12345679,12345678.91
8,1234567.9,1234567.89
7,1,12345679
8,1,1234568
100000000000000048,2,69.99
TEXT
