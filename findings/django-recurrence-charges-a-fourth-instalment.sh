#!/usr/bin/env bash
# django-recurrence 1.11.1 (Debian 12). Three instalments on the first of a month, for an order of January 15, are four charges: the day of the order is one, too, and is not counted. With a dtend,
# that day is charged as well, whatever the rule says. dateutil, by which it counts, has three.
# Safe: Recurrence(..., include_dtstart=False), and until in the rule instead of dtend.
# Needs Debian 12's python3-django-recurrence.
set -euo pipefail
/usr/bin/python3 -c "import recurrence" 2>/dev/null || { echo "needs Debian's package python3-django-recurrence"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >instalments.py <<'PY'
import datetime
import django
from dateutil.rrule import MONTHLY, rrule
from django.conf import settings

settings.configure(USE_TZ=False, INSTALLED_APPS=["recurrence"])
django.setup()
import recurrence

begin, end = datetime.datetime(2026, 1, 15), datetime.datetime(2026, 4, 20)


def show(name, days):
    print(f"{name}:", *(day.strftime("%m-%d") for day in days))


first = recurrence.Rule(recurrence.MONTHLY, bymonthday=[1], count=3)
open_ended = recurrence.Rule(recurrence.MONTHLY, bymonthday=[1])
until = recurrence.Rule(recurrence.MONTHLY, bymonthday=[1], until=end)
show("count=3", recurrence.Recurrence(dtstart=begin, rrules=[first]).occurrences())
show("include_dtstart=False", recurrence.Recurrence(dtstart=begin, rrules=[first], include_dtstart=False).occurrences())
show("dtend", recurrence.Recurrence(dtstart=begin, dtend=end, rrules=[open_ended], include_dtstart=False).occurrences())
show("until", recurrence.Recurrence(dtstart=begin, rrules=[until], include_dtstart=False).occurrences())
show("dateutil", rrule(MONTHLY, dtstart=begin, bymonthday=1, count=3))
PY
/usr/bin/python3 instalments.py | tee seen
diff seen - <<'TEXT'
count=3: 01-15 02-01 03-01 04-01
include_dtstart=False: 02-01 03-01 04-01
dtend: 02-01 03-01 04-01 04-20
until: 02-01 03-01 04-01
dateutil: 02-01 03-01 04-01
TEXT
