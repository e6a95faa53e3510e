#!/usr/bin/env bash
# django-import-export 3.0.2 (Debian 12) reads a payment report into Django's models: a boolean is true for 1, true, TRUE and True alone, so that an order that is refunded "yes", "Y", "t" or "on" is
# imported as not refunded, without an error, and the next run refunds it again. Django's own form takes "yes" for true. An integer of 19.99 is 19, and 1e2 is 100. 01/02/2026 is January 2.
# Safe: a widget of one's own that refuses other words, and amounts as decimals.
# Needs Debian 12's python3-django-import-export.
set -euo pipefail
/usr/bin/python3 -c "import import_export" 2>/dev/null || { echo "needs Debian's package python3-django-import-export"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >read.py <<'PY'
from django.conf import settings

settings.configure()
from import_export.widgets import BooleanWidget, DateWidget, IntegerWidget

for word in ["yes", "Y", "t", "on", "refunded", "true", "1", "no"]:
    print(f"refunded {word}:", BooleanWidget().clean(word))
for number in ["19.99", "1e2", "0051", "1,234.50"]:
    try:
        print(f"cents {number}:", IntegerWidget().clean(number))
    except Exception:
        print(f"cents {number}: refused")
print("date 01/02/2026:", DateWidget().clean("01/02/2026"))
PY
/usr/bin/python3 read.py | tee seen
diff seen - <<'TEXT'
refunded yes: False
refunded Y: False
refunded t: False
refunded on: False
refunded refunded: False
refunded true: True
refunded 1: True
refunded no: False
cents 19.99: 19
cents 1e2: 100
cents 0051: 51
cents 1,234.50: refused
date 01/02/2026: 2026-01-02
TEXT
