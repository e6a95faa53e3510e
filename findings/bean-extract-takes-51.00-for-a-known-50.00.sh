#!/usr/bin/env bash
# bean-extract 2.3.5 (Debian 12's beancount) makes book entries of a bank's CSV, and turns those that it takes for known into comments. A payment is known
# to it if the books have one on the same account within two days whose amount differs by less than about 5 percent, whatever the text and the bank's id say. So
# after a sale of 50.00 the day before, the sales of 50.00, 51.00 and 48.00 of other buyers are left out of the books.
# Safe: read the lines that begin with ";", and compare the account's balance with the bank's.
# Needs Debian 12's beancount.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v bean-extract >/dev/null || { echo "needs Debian's package beancount"; exit 1; }
cat >settings.py <<'PY'
from beancount.ingest.importers import csv

columns = {csv.Col.DATE: "date", csv.Col.NARRATION: "text", csv.Col.AMOUNT: "amount", csv.Col.REFERENCE_ID: "id"}
CONFIG = [csv.Importer(columns, "Assets:Bank", "EUR", "date,text,amount,id", institution="bank")]
PY
cat >books.beancount <<'TEXT'
2026-01-01 open Assets:Bank
2026-01-01 open Income:Sales
2026-01-30 * "Order A-1" ^B-1
  Assets:Bank  50.00 EUR
  Income:Sales
TEXT
cat >bank.csv <<'CSV'
date,text,amount,id
2026-01-31,Order A-2,50.00,B-2
2026-01-31,Order A-3,51.00,B-3
2026-01-31,Order A-4,48.00,B-4
2026-01-31,Order A-5,60.00,B-5
CSV
bean-extract -e books.beancount settings.py bank.csv | grep -E '2026|EUR' | tee seen
diff seen - <<'TEXT'
; 2026-01-31 * "Order A-2" ^B-2
;   Assets:Bank  50.00 EUR
; 2026-01-31 * "Order A-3" ^B-3
;   Assets:Bank  51.00 EUR
; 2026-01-31 * "Order A-4" ^B-4
;   Assets:Bank  48.00 EUR
2026-01-31 * "Order A-5" ^B-5
  Assets:Bank  60.00 EUR
TEXT
