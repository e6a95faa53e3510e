#!/usr/bin/env bash
# GnuCOBOL 3.1.2 (Debian 12's gnucobol3) is built without a JSON library. JSON GENERATE compiles, writes nothing
# and takes neither branch, ON EXCEPTION nor NOT ON EXCEPTION. So programs build JSON by STRING, and PIC 9(7)V99 has no decimal point in memory:
# 19.99 becomes 000001999, a hundred times the money, and -1.50 in a signed field becomes 00000015p.
# MOVE to an edited field (PIC Z(6)9.99) first, and FUNCTION TRIM it.
set -euo pipefail
command -v cobc >/dev/null || { echo "needs Debian's package gnucobol3"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cobc --version | head -1
cat >amount.cob <<'COBOL'
IDENTIFICATION DIVISION.
PROGRAM-ID. AMOUNT.
DATA DIVISION.
WORKING-STORAGE SECTION.
01 REQ.
   05 amount PIC 9(7)V99 VALUE 19.99.
01 REFUND PIC S9(7)V99 VALUE -1.50.
01 EDITED PIC Z(6)9.99.
01 OUT-TEXT PIC X(40) VALUE "untouched".
PROCEDURE DIVISION.
    JSON GENERATE OUT-TEXT FROM REQ
       ON EXCEPTION DISPLAY "exception"
       NOT ON EXCEPTION DISPLAY "generated"
    END-JSON.
    DISPLAY FUNCTION TRIM(OUT-TEXT).
    MOVE SPACES TO OUT-TEXT.
    STRING amount " " REFUND DELIMITED BY SIZE INTO OUT-TEXT.
    DISPLAY FUNCTION TRIM(OUT-TEXT).
    MOVE amount TO EDITED.
    DISPLAY FUNCTION TRIM(EDITED).
    STOP RUN.
COBOL
cobc -x -free -o amount amount.cob
seen=$(./amount | tr '\n' '|')
echo "seen:     $seen"
expected="untouched|000001999 00000015p|19.99|"
echo "expected: $expected"
[ "$seen" = "$expected" ]
