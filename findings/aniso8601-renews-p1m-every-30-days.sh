#!/usr/bin/env bash
# Python's aniso8601 9.0.1 (Debian 12). parse_duration("P1M") is 30 days and P1Y is 365, and parse_repeating_interval of a monthly subscription that begins on
# January 31 charges on March 2, April 1, May 1 and 31 and so on: 13 charges in its first year. isodate 0.6.1 has months.
# Safe: isodate.parse_duration, whose P1M after January 31 is February 28; or aniso8601's RelativeTimeBuilder of the package relativetimebuilder.
# Needs Debian 12's python3-aniso8601 and python3-isodate.
set -euo pipefail
/usr/bin/python3 -c "import aniso8601, isodate" 2>/dev/null || { echo "needs Debian's packages python3-aniso8601 and python3-isodate"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >renew.py <<'PY'
import datetime
import aniso8601
import isodate

for text in ("P1M", "P1Y"):
    print(f"{text}: {aniso8601.parse_duration(text)}")
begin = datetime.date(2026, 1, 31)
charges = list(aniso8601.parse_repeating_interval("R13/2026-01-31/P1M"))
print("charges:", *(day.strftime("%m-%d") for day in charges))
print("in a year:", sum(day < begin + isodate.parse_duration("P1Y") for day in charges))
print("isodate:", *((begin + month * isodate.parse_duration("P1M")).strftime("%m-%d") for month in range(4)))
PY
/usr/bin/python3 renew.py | tee seen
diff seen - <<'TEXT'
P1M: 30 days, 0:00:00
P1Y: 365 days, 0:00:00
charges: 01-31 03-02 04-01 05-01 05-31 06-30 07-30 08-29 09-28 10-28 11-27 12-27 01-26
in a year: 13
isodate: 01-31 02-28 03-31 04-30
TEXT
