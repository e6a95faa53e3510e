#!/usr/bin/env bash
# hledger 1.25 (Debian 12), which imports a bank's or a payment service's CSV: in an amount such as 1,234 the comma is a decimal point, so the order counts as
# 1.234. It also becomes the currency's style, so the 19.99 below it is shown as 19,990 and the sum as 21,224, though it is 21.224. If an amount with
# both comma and point comes first, the sum is shown with a point, and is still wrong by 1,232.766. Nothing warns.
# Safe: decimal-mark . in the rules file, or amounts without separators.
# Needs Debian 12's hledger.
set -euo pipefail
command -v hledger >/dev/null || { echo "needs Debian's package hledger"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export LANG=C.UTF-8
cat >bank.rules <<'TEXT'
fields date,description,amount
date-format %Y-%m-%d
currency HKD
account1 assets:bank
account2 income
TEXT
sum() { echo "$1: $(hledger -f "$1.csv" --rules-file "$2" balance assets:bank -N | xargs), exactly $(hledger -f "$1.csv" --rules-file "$2" balance assets:bank -N -O json | grep -m1 floatingPoint | tr -dc '0-9.')"; }
printf '2026-11-27,A-1,"1,234"\n' >alone.csv
printf '2026-11-27,A-1,"1,234"\n2026-11-27,A-2,19.99\n' >both.csv
printf '2026-11-27,A-1,"1,234"\n2026-11-27,A-2,"2,500.50"\n' >larger.csv
{ cat bank.rules; echo 'decimal-mark .'; } >safe.rules
{
  for name in alone both larger; do sum "$name" bank.rules; done
  echo "with decimal-mark:"
  for name in alone both larger; do sum "$name" safe.rules; done
} | tee seen
diff seen - <<'TEXT'
alone: HKD1,234 assets:bank, exactly 1.234
both: HKD21,224 assets:bank, exactly 21.224
larger: HKD2,501.734 assets:bank, exactly 2501.734
with decimal-mark:
alone: HKD1,234 assets:bank, exactly 1234
both: HKD1,253.99 assets:bank, exactly 1253.99
larger: HKD3,734.50 assets:bank, exactly 3734.5
TEXT
