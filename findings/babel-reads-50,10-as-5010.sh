#!/usr/bin/env bash
# Babel 2.18.0 (PyPI, Python): parse_decimal("50,10", locale="en"), typed by a shopper from France, is 5010, a hundredfold, "19,99" is 1999 and "1.234,50" is 1.23450. In
# German "50.00" is 5000. With strict=True these are refused. But in 2.10.3 (Debian package python3-babel) so are right amounts that have a comma and
# end in a zero: 1,234.50, and 90 of the 1000 amounts from 1,234.00 on. Safe: strict=True, and a Babel newer than Debian 12's.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --target packages babel==2.18.0 2>/dev/null
cat >read.py <<'PY'
import babel
from babel.numbers import NumberFormatError, parse_decimal


def read(text, locale, strict):
    try:
        return parse_decimal(text, locale=locale, strict=strict)
    except NumberFormatError:
        return "refused"


print("Babel", babel.__version__)
for text, locale in [("50,10", "en"), ("19,99", "en"), ("1.234,50", "en"), ("50.00", "de"), ("1,234.50", "en")]:
    print(f"{text} in {locale}: {read(text, locale, False)}, strict: {read(text, locale, True)}")
refused = sum(read(f"{cents / 100:,.2f}", "en", True) == "refused" for cents in range(123400, 124400))
print(f"strict refuses {refused} of 1000 right amounts")
PY
{
  PYTHONPATH=packages python3 read.py
  /usr/bin/python3 read.py
} | tee seen
diff seen - <<'TEXT'
Babel 2.18.0
50,10 in en: 5010, strict: refused
19,99 in en: 1999, strict: refused
1.234,50 in en: 1.23450, strict: refused
50.00 in de: 5000, strict: refused
1,234.50 in en: 1234.50, strict: 1234.50
strict refuses 0 of 1000 right amounts
Babel 2.10.3
50,10 in en: 5010, strict: refused
19,99 in en: 1999, strict: refused
1.234,50 in en: 1.23450, strict: refused
50.00 in de: 5000, strict: refused
1,234.50 in en: 1234.50, strict: refused
strict refuses 90 of 1000 right amounts
TEXT
