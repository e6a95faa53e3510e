#!/usr/bin/env bash
# systemd-cron 1.15.19 (Debian 12), which makes timers of crontabs. A range of weekdays that ends with 7 is lost: "0 9 * * 5-7", Friday to Sunday, is each day, as is 1-7. A day of the month beside a weekday, "0 9 1 * 1", is a Monday
# that is a 1st, twice to four times a year, where cron charges on both. 7 alone is Sunday, and 0-2 is right.
# Safe: 5,6,0 in place of 5-7, and two lines for a day of the month and a weekday.
# Needs Debian 12's systemd-cron and systemd.
set -euo pipefail
generator=/usr/lib/systemd/system-generators/systemd-crontab-generator
[ -e $generator ] && command -v systemd-analyze >/dev/null || { echo "needs Debian's packages systemd-cron and systemd"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >timers.py <<'PYTHON'
import importlib.machinery, importlib.util, os, sys
sys.argv = [sys.argv[1], os.getcwd()]
loader = importlib.machinery.SourceFileLoader("generator", sys.argv[0])
generator = importlib.util.module_from_spec(importlib.util.spec_from_loader("generator", loader))
loader.exec_module(generator)
generator.TARGET_DIR = generator.TIMERS_DIR = os.getcwd()
numbers = iter(range(9))
for job in generator.parse_crontab("crontab", withuser=True):
    generator.generate_timer_unit(job, seq=numbers)
PYTHON
{
  for line in "0 9 * * 5-7" "0 9 * * 1-7" "0 9 * * 5,6,0" "0 9 * * 7" "0 9 * * 0-2" "0 9 1 * 1" "0 9 */14 * *"; do
    rm -f ./*.timer
    echo "$line root /bin/true" >crontab
    /usr/bin/python3 timers.py $generator >/dev/null 2>&1
    calendar=$(sed -n 's/^OnCalendar= *//p' ./*.timer)
    echo "$line: $calendar, from Monday, November 30: $(TZ=UTC systemd-analyze calendar --base-time="2026-11-30 12:00" --iterations=3 "$calendar" | sed -nE 's/.*(Next elapse|Iter\. #[0-9]): ([A-Za-z]{3} [0-9-]+) .*/\2/p' | tr '\n' ' ' | sed 's/ $//')"
  done
} | tee seen
diff seen - <<'TEXT'
0 9 * * 5-7: *-*-* 9:0:00, from Monday, November 30: Tue 2026-12-01 Wed 2026-12-02 Thu 2026-12-03
0 9 * * 1-7: *-*-* 9:0:00, from Monday, November 30: Tue 2026-12-01 Wed 2026-12-02 Thu 2026-12-03
0 9 * * 5,6,0: Sun,Fri,Sat *-*-* 9:0:00, from Monday, November 30: Fri 2026-12-04 Sat 2026-12-05 Sun 2026-12-06
0 9 * * 7: Sun *-*-* 9:0:00, from Monday, November 30: Sun 2026-12-06 Sun 2026-12-13 Sun 2026-12-20
0 9 * * 0-2: Sun,Mon,Tue *-*-* 9:0:00, from Monday, November 30: Tue 2026-12-01 Sun 2026-12-06 Mon 2026-12-07
0 9 1 * 1: Mon *-*-1 9:0:00, from Monday, November 30: Mon 2027-02-01 Mon 2027-03-01 Mon 2027-11-01
0 9 */14 * *: *-*-1,15,29 9:0:00, from Monday, November 30: Tue 2026-12-01 Tue 2026-12-15 Tue 2026-12-29
TEXT
