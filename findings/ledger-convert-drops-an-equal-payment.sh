#!/usr/bin/env bash
# ledger 3.3.0 (Debian 12): convert --rich-data makes book entries of a bank's CSV and remembers each line, so that none is booked twice. A line that is
# equal to another one of the same file counts as known, too: if a buyer pays 50.00 twice on a day with the same text, the second payment is left out,
# without a word, and so is the one that has to be given back. The amount 50.00- loses its minus, and 1E2 is 1 of a currency E; only (50.00) is refused.
# Safe: take a column with the bank's own id or with the balance after each payment into the CSV, and compare the end balance.
# Needs Debian 12's ledger.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v ledger >/dev/null || { echo "needs Debian's package ledger"; exit 1; }
convert() { ledger --file /dev/null convert "$1" --input-date-format '%Y/%m/%d' --account Assets:Bank --invert --now 2026/02/01 "${@:2}"; }
cat >bank.csv <<'CSV'
date,payee,amount,code
2026/01/31,Buyer,50.00,A-1
2026/01/31,Buyer,50.00,A-1
2026/01/31,Other,20.00,A-2
CSV
{
  for way in "" --rich-data; do
    echo "convert $way"
    convert bank.csv $way | grep -E '^2026|Expenses' | tr -s ' '
  done
  for amount in 50.00 50.00- -50.00 1E2; do
    printf 'date,payee,amount\n2026/01/31,Buyer,%s\n' "$amount" >one.csv
    echo "$amount is $(convert one.csv | grep Expenses | tr -s ' ')"
  done
} | tee seen
diff seen - <<'TEXT'
convert 
2026/01/31 * (A-1) Buyer
 Expenses:Unknown -50
2026/01/31 * (A-1) Buyer
 Expenses:Unknown -50
2026/01/31 * (A-2) Other
 Expenses:Unknown -20
convert --rich-data
2026/01/31 * (A-1) Buyer
 Expenses:Unknown -50
2026/01/31 * (A-2) Other
 Expenses:Unknown -20
50.00 is  Expenses:Unknown -50
50.00- is  Expenses:Unknown -50
-50.00 is  Expenses:Unknown 50
1E2 is  Expenses:Unknown -1E
TEXT
