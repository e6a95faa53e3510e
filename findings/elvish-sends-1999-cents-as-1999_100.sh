#!/usr/bin/env bash
# Elvish 0.19.2 (Debian 12), a shell with exact numbers. 1999 cents divided by 100 are the fraction 1999/100, so that a query asks for amount=1999/100 and to-json writes "1999/100" as a text, while 2000 cents are 20. A reference 0051 in a sum is 41. from-json
# takes an order id of 18 digits for 1.0000000000000005e+17.
# Safe: printf "%.2f" (/ $cents 100), and ids in quotes.
# Needs Debian 12's elvish.
set -euo pipefail
command -v elvish >/dev/null || { echo "needs Debian's package elvish"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >amounts.elv <<'ELVISH'
for cents [1999 5000 50] {
  echo $cents' cents: amount='(/ $cents 100)', JSON '(put [&amount=(/ $cents 100)] | to-json)', by printf '(printf "%.2f" (/ $cents 100))
}
echo '0051 + 0: '(+ 0051 0)
echo '{"id":100000000000000051,"amount":50.00}' | from-json | each {|order| echo 'order '$order[id]', amount '$order[amount] }
ELVISH
HOME=$folder elvish -norc amounts.elv | tee seen
diff seen - <<'TEXT'
1999 cents: amount=1999/100, JSON {"amount":"1999/100"}, by printf 19.99
5000 cents: amount=50, JSON {"amount":50}, by printf 50.00
50 cents: amount=1/2, JSON {"amount":"1/2"}, by printf 0.50
0051 + 0: 41
order 1.0000000000000005e+17, amount 50.0
TEXT
