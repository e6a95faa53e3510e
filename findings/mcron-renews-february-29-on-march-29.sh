#!/usr/bin/env bash
# GNU mcron 1.0.8 (Debian 12) with a vixie crontab: a day that its month lacks at times is moved to the next month. "0 9 29 2 *", a renewal of February 29, is March 29 in each year, in 2028 too, and "0 9 31 4 *" is May 31; cron waits for
# a leap year, or never runs. "0 9 31 * *" skips months, as cron does. @monthly is refused in a crontab.
# Safe: the last day by a test in the command: [ "$(date -d tomorrow +%d)" = 01 ].
# Needs Debian 12's mcron and faketime.
set -euo pipefail
command -v mcron >/dev/null && command -v faketime >/dev/null || { echo "needs Debian's packages mcron and faketime"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export TZ=UTC GUILE_AUTO_COMPILE=0 HOME=$folder
for line in "0 9 29 2 *" "0 9 31 4 *" "0 9 31 * *" "0 9 30 * *" "0 9 1 */3 *"; do
  echo "$line: $(echo "$line /bin/true" | faketime "2026-12-01 10:00:00" mcron -i vixie --schedule=4 - 2>/dev/null | sed -nE 's/^[A-Z][a-z]{2} ([A-Z][a-z]{2}) +([0-9]+) [0-9:]+ ([0-9]{4}).*/\1 \2, \3;/p' | tr '\n' ' ' | sed 's/; $//')"
done | tee seen
diff seen - <<'TEXT'
0 9 29 2 *: Mar 29, 2027; Mar 29, 2028; Mar 29, 2029; Mar 29, 2030
0 9 31 4 *: May 31, 2027; May 31, 2028; May 31, 2029; May 31, 2030
0 9 31 * *: Dec 31, 2026; Jan 31, 2027; Mar 31, 2027; May 31, 2027
0 9 30 * *: Dec 30, 2026; Jan 30, 2027; Mar 30, 2027; Apr 30, 2027
0 9 1 */3 *: Jan 1, 2027; Apr 1, 2027; Jul 1, 2027; Oct 1, 2027
TEXT
