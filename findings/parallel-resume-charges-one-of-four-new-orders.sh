#!/usr/bin/env bash
# GNU parallel 20221122 (Debian 12) charges the orders of a list, with --joblog, so that a run that was stopped goes on with --resume. The log has places in the list, and
# no orders: with the next day's list of four, the first three count as done, and only A-7 is charged. --resume-failed takes the place of A-2, which was declined,
# in the new list: A-5 is charged, while A-4 and A-6 are not, and A-2 isn't tried again. There is no error, and the exit code is 0.
# Safe: a new --joblog for each list.
# Needs Debian 12's parallel.
set -euo pipefail
command -v parallel >/dev/null || { echo "needs Debian's package parallel"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME=$folder
cat >charge <<'SH'
#!/bin/sh
[ "$1" != "$DECLINED" ] && echo "  charged $1"
SH
chmod +x charge
{
  echo "the first day, all of three"
  parallel --will-cite -k --joblog log ./charge {} ::: A-1 A-2 A-3
  echo "the next day, --resume with four more"
  parallel --will-cite -k --resume --joblog log ./charge {} ::: A-4 A-5 A-6 A-7
  rm log
  echo "the first day, A-2 is declined"
  DECLINED=A-2 parallel --will-cite -k --joblog log ./charge {} ::: A-1 A-2 A-3 || true
  echo "the next day, --resume-failed with three more"
  parallel --will-cite -k --resume-failed --joblog log ./charge {} ::: A-4 A-5 A-6
  echo "exit code $?"
} | tee seen
diff seen - <<'TEXT'
the first day, all of three
  charged A-1
  charged A-2
  charged A-3
the next day, --resume with four more
  charged A-7
the first day, A-2 is declined
  charged A-1
  charged A-3
the next day, --resume-failed with three more
  charged A-5
exit code 0
TEXT
