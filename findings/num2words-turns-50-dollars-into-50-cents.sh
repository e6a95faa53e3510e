#!/usr/bin/env bash
# num2words 0.5.10 (Python, Debian 12), which writes amounts in words on receipts and cheques. With to="currency", a whole number counts as cents and any
# other form as dollars: 50 is "zero dollars, fifty cents", 50.0 and the text "50" are "fifty dollars". Python's json makes 50 of a mock's answer and 50.0
# of a service's 50.00, so a receipt that is right with one is a hundredth with the other. In Portuguese and Thai, 50 is fifty. HKD isn't known.
# Safe: num2words(str(amount), to="currency"), or float(amount).
# Needs Debian 12's python3-num2words.
set -euo pipefail
/usr/bin/python3 -c "import num2words" 2>/dev/null || { echo "needs Debian's package python3-num2words"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >receipt.py <<'PY'
import json
from num2words import num2words

for text in ["50", "50.00", "5e1", '"50"', "100", "19.99", "-5"]:
    print(f"{text}: {num2words(json.loads(text), to='currency', currency='USD')}")
for language in ["de", "fr", "pt_BR", "th"]:
    print(f"{language}: 50 and 50.0 alike: {num2words(50, to='currency', lang=language) == num2words(50.0, to='currency', lang=language)}")
PY
/usr/bin/python3 receipt.py | tee seen
diff seen - <<'TEXT'
50: zero dollars, fifty cents
50.00: fifty dollars, zero cents
5e1: fifty dollars, zero cents
"50": fifty dollars, zero cents
100: one dollar, zero cents
19.99: nineteen dollars, ninety-nine cents
-5: minus  zero dollars, five cents
de: 50 and 50.0 alike: False
fr: 50 and 50.0 alike: False
pt_BR: 50 and 50.0 alike: True
th: 50 and 50.0 alike: True
TEXT
