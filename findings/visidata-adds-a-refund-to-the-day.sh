#!/usr/bin/env bash
# VisiData 2.11 (Debian 12), a table of a report in a terminal. Its type currency (the key $) strips all but digits, points and signs: a refund of (50.00) is 50 and is
# added, 1.234,50 is 1.2345, 1E5 is 15 and 5K is 5. 50.00- alone is an error.
# Safe: write refunds as -50.00, and use the type float (the key %), which refuses the others.
# Needs Debian 12's visidata.
set -euo pipefail
/usr/bin/python3 -c "import visidata" 2>/dev/null || { echo "needs Debian's package visidata"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >day.csv <<'CSV'
order,amount
A-1,"HK$1,234.50"
A-2,HK$19.99
A-3,(HK$50.00)
A-4,"1.234,50"
A-5,1E5
CSV
cat >day.py <<'PY'
import sys

sys.argv = ["vd"]
import visidata

sheet = visidata.vd.openPath(visidata.Path("day.csv"))
sheet.reload.__wrapped__(sheet)
amount = sheet.column("amount")
amount.type = visidata.currency
for row in sheet.rows:
    print(f"{row[1]}: {amount.getTypedValue(row)}")
print("sum:", sum(amount.getValues(sheet.rows)))
PY
HOME=$folder /usr/bin/python3 day.py 2>&1 | tee seen
diff seen - <<'TEXT'
HK$1,234.50: 1234.5
HK$19.99: 19.99
(HK$50.00): 50.0
1.234,50: 1.2345
1E5: 15.0
sum: 1320.7245
TEXT
