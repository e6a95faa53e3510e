#!/usr/bin/env bash
# q 3.1.6 and textql 2.0.3 (Debian 12), SQL on CSV files, both by SQLite. A column of amounts that has one with a comma is text for SQLite, and SUM takes 1,234.50 for 1, without a
# word: a day of 1,234.50, 19.99 and 0.30 is 21.29. References become numbers: 0051 and 51 are one order (51.0 in q), with the amounts of both, and 1E5 is
# 100000.
# Safe: sum(replace(amount, ',', '')), and --as-text in q, which keeps the references.
# Needs Debian 12's python3-q-text-as-data and textql.
set -euo pipefail
for command in q textql; do command -v $command >/dev/null || { echo "needs Debian's packages python3-q-text-as-data and textql"; exit 1; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME=$folder
cat >day.csv <<'CSV'
reference,amount
0051,"1,234.50"
51,19.99
1E5,0.30
CSV
sums="sum(amount), round(sum(replace(amount, ',', '')), 2) from"
orders="select reference, count(*) from"
{
  echo "q: $(q -H -d, "select $sums day.csv")"
  q -H -d, "$orders day.csv group by reference"
  echo "q --as-text: $(q -H -d, --as-text "select count(distinct reference), $sums day.csv")"
  echo "textql: $(textql -header -sql "select $sums day" day.csv)"
  textql -header -sql "$orders day group by reference" day.csv
} | tee seen
diff seen - <<'TEXT'
q: 21.29,1254.79
51.0,2
100000.0,1
q --as-text: 3,21.29,1254.79
textql: 21.29,1254.79
51,2
100000,1
TEXT
