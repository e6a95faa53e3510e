#!/usr/bin/env bash
# Python's humanfriendly 10.0 (Debian 12), which reads spans of settings. parse_timespan("1 year") is 52 weeks, 364 days, so
# 2026 has two yearly charges, on January 1 and December 31, and each later one is earlier. 365 days are written as "1 year and 1 day". A number alone is
# seconds. "1 month" is refused.
# Safe: dateutil's relativedelta(years=1) or isodate.parse_duration("P1Y").
# Needs Debian 12's python3-humanfriendly.
set -euo pipefail
/usr/bin/python3 -c "import humanfriendly" 2>/dev/null || { echo "needs Debian's package python3-humanfriendly"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >year.py <<'PY'
import datetime
from humanfriendly import InvalidTimespan, format_timespan, parse_timespan

year = datetime.timedelta(seconds=parse_timespan("1 year"))
print("1 year:", year.days, "days")
print("charges:", *(datetime.date(2026, 1, 1) + count * year for count in range(5)))
print("365 days:", format_timespan(datetime.timedelta(days=365)))
for text in ("2 weeks", "30", "1 month"):
    try:
        print(f"{text}: {parse_timespan(text):.0f} s")
    except InvalidTimespan:
        print(f"{text}: refused")
PY
/usr/bin/python3 year.py | tee seen
diff seen - <<'TEXT'
1 year: 364 days
charges: 2026-01-01 2026-12-31 2027-12-30 2028-12-28 2029-12-27
365 days: 1 year and 1 day
2 weeks: 1209600 s
30: 30 s
1 month: refused
TEXT
