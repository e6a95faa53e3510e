#!/usr/bin/env bash
# hledger 1.25 (Debian 12): import keeps the last date of a bank's CSV and how many lines had it, and leaves those out the next time. Where the bank lists the newest
# payment first and the file has one day alone, the lines left out are the new ones: A-1 is booked twice, and A-3 never. A payment
# that the bank adds under an earlier date is left out too. Each time it says how many new payments it imported, and the number fits.
# Safe: the rule newest-first, files that reach back over several days, and a look at the bank's balance.
# Needs Debian 12's hledger.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v hledger >/dev/null || { echo "needs Debian's package hledger"; exit 1; }
export HOME=$folder LC_ALL=C.UTF-8
rules='fields date,description,amount\naccount1 assets:bank\naccount2 income:sales\ncurrency EUR\nskip 1\n'
start() {
  rm -f .latest* && : >books.journal
  printf "$rules$1" >bank.csv.rules
}
import() {
  printf '%s\n' date,text,amount "$@" >bank.csv
  hledger -f books.journal import bank.csv 2>&1 | tail -1
}
{
  for rule in "" "newest-first\n"; do
    start "$rule"
    echo "one day, newest first${rule:+, with the rule}"
    import 2026-01-31,A-2,20 2026-01-31,A-1,50
    import 2026-01-31,A-3,30 2026-01-31,A-2,20 2026-01-31,A-1,50
    hledger -f books.journal register income | tr -s ' '
  done
  start ""
  echo "a payment with an earlier date"
  import 2026-01-30,A-1,50 2026-01-31,A-2,20
  import 2026-01-30,A-1,50 2026-01-30,A-3,30 2026-01-31,A-2,20 2026-02-01,A-4,10
  hledger -f books.journal register income | tr -s ' '
} | tee seen
diff seen - <<'TEXT'
one day, newest first
imported 2 new transactions from bank.csv
imported 1 new transactions from bank.csv
2026-01-31 A-2 income:sales EUR-20 EUR-20
2026-01-31 A-1 income:sales EUR-50 EUR-70
2026-01-31 A-1 income:sales EUR-50 EUR-120
one day, newest first, with the rule
imported 2 new transactions from bank.csv
imported 1 new transactions from bank.csv
2026-01-31 A-1 income:sales EUR-50 EUR-50
2026-01-31 A-2 income:sales EUR-20 EUR-70
2026-01-31 A-3 income:sales EUR-30 EUR-100
a payment with an earlier date
imported 2 new transactions from bank.csv
imported 1 new transactions from bank.csv
2026-01-30 A-1 income:sales EUR-50 EUR-50
2026-01-31 A-2 income:sales EUR-20 EUR-70
2026-02-01 A-4 income:sales EUR-10 EUR-80
TEXT
