#!/usr/bin/env bash
# hledger-interest 1.6.3 (Debian 12) works out the interest of instalments and loans in a journal. It begins each year anew, and for a loan that begins on
# January 1 it counts that day twice: 30 days from January 1 to 31 cost the interest of 31, while 30 days from January 2, February 1 or December 31
# cost 30. With --30-360, too, where January 1 to March 1 are 61 days of interest and not 60. A whole year of 365 days shows the same: from January 1 to December 31
# it's paid for 365 and not 364.
# Safe: begin loans on another day, or take a day off.
# Needs Debian 12's hledger-interest.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v hledger-interest >/dev/null || { echo "needs Debian's package hledger-interest"; exit 1; }
loan() {
  printf '%s Loan\n  Assets:Loan  1000.00 USD\n  Assets:Cash\n\n%s Look\n  Assets:Loan  0.00 USD\n  Assets:Cash\n' "$2" "$3" >loan.journal
  printf '%s %s to %s: ' "$1" "$2" "$3"
  hledger-interest -f loan.journal "$1" --annual=0.12 -s Income:Interest -t Assets:Loan -q Assets:Loan | sed -n 's/.* over //p; s/.*Assets:Loan  *\([0-9]\)/\1/p' | paste -sd,
}
{
  loan --act 2026/01/01 2026/01/31
  loan --act 2026/01/02 2026/02/01
  loan --act 2026/02/01 2026/03/03
  loan --act 2025/12/31 2026/01/30
  loan --30-360 2026/01/01 2026/03/01
  loan --30-360 2026/02/01 2026/04/01
  loan --act 2025/01/01 2025/12/31
} | tee seen
diff seen - <<'TEXT'
--act 2026/01/01 to 2026/01/31: 31 days,10.19 USD
--act 2026/01/02 to 2026/02/01: 30 days,9.86 USD
--act 2026/02/01 to 2026/03/03: 30 days,9.86 USD
--act 2025/12/31 to 2026/01/30: 30 days,9.86 USD
--30-360 2026/01/01 to 2026/03/01: 61 days,20.33 USD
--30-360 2026/02/01 to 2026/04/01: 60 days,20.00 USD
--act 2025/01/01 to 2025/12/31: 365 days,120.00 USD
TEXT
