#!/usr/bin/env bash
# tabulate 0.10.0 (Python) prints a table and takes texts for numbers. The references 0051, 1E5 and one of 20 digits are shown as 51, 100000 and
# 1.23457e+19, which is also another order's. An amount of 1234567.89 is 1.23457e+06, and 50.00 is 50.
# Safe: disable_numparse=True, with amounts as texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --no-deps --target packages tabulate==0.10.0 2>/dev/null
cat >report.py <<'PY'
from tabulate import tabulate
orders = [["0051", "50.00"], ["1E5", "19.99"], ["12345678901234567890", "1234567.89"], ["12345678901234567891", "1.00"]]
for safe in False, True:
    for line in tabulate(orders, tablefmt="tsv", disable_numparse=safe).splitlines():
        print(" ".join(line.split()))
PY
PYTHONPATH=packages python3 report.py | tee seen
diff seen - <<'TEXT'
51 50
100000 19.99
1.23457e+19 1.23457e+06
1.23457e+19 1
0051 50.00
1E5 19.99
12345678901234567890 1234567.89
12345678901234567891 1.00
TEXT
