#!/usr/bin/env bash
# AqBanking 6.5.3 (Debian 12), with which GnuCash and others import a bank's or a payment service's CSV: in an amount, only a minus in front counts. So refunds that
# are written as 50.00-, (50.00), 50.00 DR or with a typographic minus (U+2212) are booked as payments. An exponent is read as digits: 1.5E3 is 1.53, and 1E+2 is 1.
# 1,234 is 1.23, and so is 1.234, though 1,234.50 and 1.234,50 are both right. Nothing warns.
# Safe: a profile with usePosNegField, or amounts rewritten with a minus in front and two decimals.
# Needs Debian 12's aqbanking-tools.
set -euo pipefail
command -v aqbanking-cli >/dev/null || { echo "needs Debian's package aqbanking-tools"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
{
  echo '"transactionId";"localBankCode";"localAccountNumber";"remoteBankCode";"remoteAccountNumber";"date";"valutadate";"value_value";"value_currency";"localName";"remoteName";"remoteName1";"purpose"'
  for amount in 50.00 -50.00 50.00- '(50.00)' '50.00 DR' '−50.00' 1,234.50 1.234,50 1,234 1.234 1E+2 1.5E3; do
    echo "\"\";\"1\";\"2\";\"3\";\"4\";\"2026/11/27\";\"2026/11/27\";\"$amount\";\"EUR\";\"\";\"\";\"\";\"${amount/−/U+2212 }\""
  done
} >report.csv
aqbanking-cli -n --cfgdir=books import --importer=csv --profile=default -f report.csv -c books.ctx 2>/dev/null
aqbanking-cli -n --cfgdir=books export -c books.ctx --exporter=csv --profile=default 2>/dev/null | sed 1d | awk -F'"' '{print $26 ": " $16}' | tee seen
diff seen - <<'TEXT'
50.00: 50.00
-50.00: -50.00
50.00-: 50.00
(50.00): 50.00
50.00 DR: 50.00
U+2212 50.00: 50.00
1,234.50: 1234.50
1.234,50: 1234.50
1,234: 1.23
1.234: 1.23
1E+2: 1.00
1.5E3: 1.53
TEXT
