#!/usr/bin/env bash
# GNU recutils 1.9 (Debian 12). Sum and Avg write six digits: orders of 12345678.91 and 19.99 come to 1.23457e+07, and a day of 1234567.50 and 1.00 loses
# its cents. Numbers with a zero in front are octal, in real fields too: an order 0051 is found as 41, an amount of 0010 is 8, and 08 is no number. The
# reference 1E5 is also found as 100000.
# Safe: recsel -P Amount orders.rec | grep . | paste -sd+ | bc for sums; compare a reference with a text in quotes: -e "Reference = '0051'".
# Needs Debian 12's recutils.
set -euo pipefail
command -v recsel >/dev/null || { echo "needs Debian's package recutils"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >orders.rec <<'REC'
%rec: Order
%type: Amount real

Reference: 0051
Amount: 12345678.91

Reference: 41
Amount: 19.99

Reference: 1E5
Amount: 0010
REC
recfix orders.rec
find() { echo "$1: $(recsel -t Order -e "$1" -P Reference orders.rec | grep . | paste -sd ' ')"; }
{
  recsel -t Order -p "Sum(Amount)" orders.rec
  recsel -t Order -e "Amount > 19" -P Amount orders.rec | grep . | paste -sd+ | bc
  find "Reference = 41"
  find "Reference = '0051'"
  find "Reference = 100000"
  find "Amount = 8"
} | tee seen
diff seen - <<'TEXT'
Sum_Amount: 1.23457e+07
12345698.90
Reference = 41: 0051 41
Reference = '0051': 0051
Reference = 100000: 1E5
Amount = 8: 1E5
TEXT
