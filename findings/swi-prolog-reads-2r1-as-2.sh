#!/usr/bin/env bash
# library(csv) of SWI-Prolog 9.0.4 (Debian 12) reads each cell that Prolog takes for a number: the references 2r1, 12 345, 1_000, 0o17, 0b11 and 0'A are 2, 12345, 1000, 15, 3 and 65, besides 0051 (51) and
# 1E5 (100000.0), so that 12 345 and 12345 are one order. 1r3 becomes the fraction of one third. "1,234.50" stays a text, and an amount of 50.00 is 50.0.
# Safe: csv_read_file(File, Rows, [convert(false)]).
# Needs Debian 12's swi-prolog-nox.
set -euo pipefail
command -v swipl >/dev/null || { echo "needs Debian's package swi-prolog-nox"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >orders.csv <<'CSV'
0051,50.00
1E5,19.99
2r1,"1,234.50"
1r3,20
12 345,1
12345,1
1_000,1
0o17,1
0b11,1
0'A,1
A-1,1
2026-01,1
CSV
cat >orders.pl <<'PROLOG'
:- use_module(library(csv)).
main :-
  csv_read_file('orders.csv', Read), csv_read_file('orders.csv', Kept, [convert(false)]),
  maplist([row(Reference, Amount), row(Text, Written)]>>
    (writeq(Text), write(', '), writeq(Written), write(': '), writeq(Reference), write(', '), writeq(Amount), nl), Read, Kept).
:- initialization((main, halt)).
PROLOG
swipl orders.pl | tee seen
diff seen - <<'TEXT'
'0051', '50.00': 51, 50.0
'1E5', '19.99': 100000.0, 19.99
'2r1', '1,234.50': 2, '1,234.50'
'1r3', '20': 1r3, 20
'12 345', '1': 12345, 1
'12345', '1': 12345, 1
'1_000', '1': 1000, 1
'0o17', '1': 15, 1
'0b11', '1': 3, 1
'0\'A', '1': 65, 1
'A-1', '1': 'A-1', 1
'2026-01', '1': '2026-01', 1
TEXT
