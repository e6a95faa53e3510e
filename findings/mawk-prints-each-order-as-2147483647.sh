#!/usr/bin/env bash
# mawk 1.3.4 20200120, the awk of Debian 12. printf "%d" of anything above 2147483647 is 2147483647: order ids of ten digits or more, and a day of 30,001,304.49 in cents. print
# shows the sum with six digits, 3.00013e+07. gawk prints all integers to 2^53 right by %d.
# Safe: "%.0f" for numbers to 2^53, "%s" for ids, and "%.2f" for sums.
# Needs Debian 12's mawk and gawk.
set -euo pipefail
command -v mawk >/dev/null && command -v gawk >/dev/null || { echo "needs Debian's packages mawk and gawk"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >settlement.csv <<'CSV'
1000000051,1999
1000000052,5000
4000000051,3000000000
100000000000000051,123450
CSV
for awk in mawk gawk; do
  echo "$awk:"
  $awk -F, '{ printf "order %d (%s) %d cents\n", $1, $1, $2; sum += $2 }
    END { printf "sum %d cents, by %%.2f %.2f\n", sum, sum / 100; print "printed:", sum / 100 }' settlement.csv
done | tee seen
diff seen - <<'TEXT'
mawk:
order 1000000051 (1000000051) 1999 cents
order 1000000052 (1000000052) 5000 cents
order 2147483647 (4000000051) 2147483647 cents
order 2147483647 (100000000000000051) 123450 cents
sum 2147483647 cents, by %.2f 30001304.49
printed: 3.00013e+07
gawk:
order 1000000051 (1000000051) 1999 cents
order 1000000052 (1000000052) 5000 cents
order 4000000051 (4000000051) 3000000000 cents
order 100000000000000048 (100000000000000051) 123450 cents
sum 3000130449 cents, by %.2f 30001304.49
printed: 3.00013e+07
TEXT
