#!/usr/bin/env bash
# Python's texttable 1.6.7 (Debian 12), which prints tables of a report in a terminal. Each cell whose text looks like a number becomes one, and what is
# beyond 10^8 gets four digits: two order ids of 18 digits are both 1.000e+17. The references 0051 and 51 are both 51, 1E5 is 100000, and 19.99 is 19.990.
# Safe: table.set_cols_dtype(["t"] * columns).
# Needs Debian 12's python3-texttable.
set -euo pipefail
/usr/bin/python3 -c "import texttable" 2>/dev/null || { echo "needs Debian's package python3-texttable"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >report.py <<'PY'
from texttable import Texttable

rows = [
    ["reference", "order", "amount"],
    ["0051", "100000000000000051", "50.00"],
    ["51", "100000000000000052", "19.99"],
    ["1E5", "100000000000000053", "20000000.10"],
]
for types in (None, ["t"] * 3):
    table = Texttable()
    table.set_deco(0)
    if types:
        table.set_cols_dtype(types)
    table.add_rows(rows)
    print("\n".join(line.rstrip() for line in table.draw().splitlines()))
PY
/usr/bin/python3 report.py | tee seen
diff seen - <<'TEXT'
reference     order        amount
51          1.000e+17   50
51          1.000e+17   19.990
100000      1.000e+17   20000000.100
reference         order            amount
0051        100000000000000051   50.00
51          100000000000000052   19.99
1E5         100000000000000053   20000000.10
TEXT
