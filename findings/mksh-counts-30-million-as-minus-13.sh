#!/usr/bin/env bash
# mksh R59 (Debian 12), the Korn shell of MirBSD and Android, counts with 32 bits: 3000000000 cents are -1294967296, a day of 2,147,483,648 cents is negative, an order id of 18 digits is another number, and [ 3000000000 -gt 20 ] is false. No error.
# bash, dash, zsh and ksh93 have 64 bits. 0051 is 51 in mksh, as in zsh, and 41 in bash and dash.
# Safe: bc, or lksh, which has a long; ids as texts.
# Needs Debian 12's mksh.
set -euo pipefail
command -v mksh >/dev/null || { echo "needs Debian's package mksh"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >day.sh <<'SHELL'
sum=0
for cents in 1999999999 147483649; do sum=$((sum + cents)); done
echo "sum of 1999999999 and 147483649 cents: $sum"
echo "3000000000 cents: $((3000000000))"
echo "order 100000000000000051: $((100000000000000051))"
[ 3000000000 -gt 2000 ] && echo "3000000000 is more than 2000" || echo "3000000000 isn't more than 2000"
echo "0051: $((0051))"
SHELL
for shell in mksh bash dash; do
  echo "$shell:"
  $shell day.sh | sed 's/^/  /'
done | tee seen
diff seen - <<'TEXT'
mksh:
  sum of 1999999999 and 147483649 cents: -2147483648
  3000000000 cents: -1294967296
  order 100000000000000051: 1569325107
  3000000000 isn't more than 2000
  0051: 51
bash:
  sum of 1999999999 and 147483649 cents: 2147483648
  3000000000 cents: 3000000000
  order 100000000000000051: 100000000000000051
  3000000000 is more than 2000
  0051: 41
dash:
  sum of 1999999999 and 147483649 cents: 2147483648
  3000000000 cents: 3000000000
  order 100000000000000051: 100000000000000051
  3000000000 is more than 2000
  0051: 41
TEXT
