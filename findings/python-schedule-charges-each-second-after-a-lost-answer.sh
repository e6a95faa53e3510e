#!/usr/bin/env bash
# Python's schedule 1.1.0 (Debian 12): two cards are charged daily at a time. The first charge is made and its answer lost, so the function raises. Its next date is set only
# after it returns: it's due again at once, and in a loop that logs errors and goes on, as such loops do, it charges each second. What stands behind
# it in the list is never run, so the second card isn't charged at all.
# Safe: let no function raise (catch and log inside of it), and give the charge of a day a reference with its day.
# Needs Debian 12's python3-schedule.
set -euo pipefail
/usr/bin/python3 -c 'import schedule' 2>/dev/null || { echo "needs Debian's package python3-schedule"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >shop.py <<'PY'
import time
from datetime import datetime, timedelta

import schedule

charged = []


def charge(card, answer_is_lost):
    charged.append(card)
    if answer_is_lost:
        raise ConnectionError("the answer is lost")


at = (datetime.now() + timedelta(seconds=2)).strftime("%H:%M:%S")
schedule.every().day.at(at).do(charge, "card-1", True)
schedule.every().day.at(at).do(charge, "card-2", False)
until = time.monotonic() + 8
while time.monotonic() < until:
    try:
        schedule.run_pending()
    except Exception as error:
        print(f"logged: {error}")
    time.sleep(1)
print("card-1:", "more than three charges" if charged.count("card-1") > 3 else charged.count("card-1"))
print("card-2:", charged.count("card-2"), "charges")
PY
/usr/bin/python3 shop.py | uniq | tee seen
diff seen - <<'TEXT'
logged: the answer is lost
card-1: more than three charges
card-2: 0 charges
TEXT
