#!/usr/bin/env bash
# APScheduler 3.9.1 (Debian 12) keeps jobs in a database, so that they outlive the shop. A charge at the end of a trial, for once, was due while the shop was away for five
# seconds. After the start it isn't made: it came more than a second late, which is the default of misfire_grace_time. It is also deleted from the database, and
# the log has one warning. A daily charge is left out and waits for tomorrow. The same goes for a machine that was busy for more than a second.
# Safe: misfire_grace_time=None for each job, and a daily look for what is due and not paid.
# Needs Debian 12's python3-apscheduler and python3-sqlalchemy.
set -euo pipefail
/usr/bin/python3 -c 'import apscheduler, sqlalchemy' 2>/dev/null || { echo "needs Debian's packages python3-apscheduler and python3-sqlalchemy"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >shop.py <<'PY'
import logging
import os
import time
from datetime import datetime, timedelta

from apscheduler.jobstores.sqlalchemy import SQLAlchemyJobStore
from apscheduler.schedulers.background import BackgroundScheduler

logging.disable()


charged = []


def charge(what):
    charged.append(what)


def shop(seconds, new_jobs, **defaults):
    jobs = BackgroundScheduler(jobstores={"default": SQLAlchemyJobStore(url="sqlite:///jobs.db")}, job_defaults=defaults)
    for trigger, when, what in new_jobs:
        jobs.add_job(charge, trigger, [what], id=what, **when)
    jobs.start()
    time.sleep(seconds)
    kept = [job.id for job in jobs.get_jobs()]
    jobs.shutdown()
    return kept


for name, defaults in (("by default", {}), ("misfire_grace_time=None", {"misfire_grace_time": None})):
    due = datetime.now() + timedelta(seconds=3)
    time_of_day = {"hour": due.hour, "minute": due.minute, "second": due.second}
    shop(1, [("date", {"run_date": due}, "the trial's end"), ("cron", time_of_day, "daily")], **defaults)
    time.sleep(7)
    left = shop(1, [], **defaults)
    print(f"{name}: charged: {', '.join(sorted(charged)) or 'nothing'}; left in the database: {', '.join(left)}")
    charged.clear()
    os.remove("jobs.db")
PY
/usr/bin/python3 -W ignore shop.py | tee seen
diff seen - <<'TEXT'
by default: charged: nothing; left in the database: daily
misfire_grace_time=None: charged: daily, the trial's end; left in the database: daily
TEXT
