#!/usr/bin/env bash
# Gforth 0.7.3 (Debian 12). A number with a point is an integer of two cells, wherever the point stands: 19.99 and 199.9 are 1999, 50. is 50 and 1234.5 is 12345; only
# 19.99e is a decimal. >float, for texts, takes a sign for an exponent: the reference 1+5 is 100000, 50-2 is 0.5 and the refund "50.00-" is 50. 19.99e 100e f* f>d is 1998.
# Safe: cents, read from the digits before and after the point.
# Needs Debian 12's gforth.
set -euo pipefail
command -v gforth >/dev/null || { echo "needs Debian's package gforth"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >amounts.fs <<'FORTH'
: interpreted ( text ) 2dup type ." : " evaluate d. cr ;
: as-float ( text ) 2dup type ."  by >float: " >float if f. else ." refused" then cr ;
s" 19.99" interpreted
s" 199.9" interpreted
s" 1234.5" interpreted
s" 50." interpreted
s" -19.99" interpreted
s" 19.99" as-float
s" 50.00-" as-float
s" 1+5" as-float
s" 50-2" as-float
s" 1,234.50" as-float
." cents of 19.99e: " 19.99e 100e f* f>d d. cr
bye
FORTH
gforth amounts.fs | sed 's/ *$//' | tee seen
diff seen - <<'TEXT'
19.99: 1999
199.9: 1999
1234.5: 12345
50.: 50
-19.99: -1999
19.99 by >float: 19.99
50.00- by >float: 50.
1+5 by >float: 100000.
50-2 by >float: 0.5
1,234.50 by >float: refused
cents of 19.99e: 1998
TEXT
