#!/usr/bin/env bash
# GNU parallel 20221122 (Debian 12) with --joblog and --resume knows what is done by its number in the list, not by its order. Monday's list has three orders; of Tuesday's, the first three are taken for done and are
# never charged, without a word and with exit 0. --resume-failed charges Tuesday's second order in place of Monday's second, which had failed and is forgotten.
# With --retries 3 a charge that fails runs three times, but the output and the joblog show one.
# Safe: a list that only grows, or a joblog for each list; whether an order is charged stands in the database, and a query tells it.
# Needs Debian 12's parallel.
set -euo pipefail
command -v parallel >/dev/null || { echo "needs Debian's package parallel"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export PARALLEL_HOME=$folder/home
mkdir "$PARALLEL_HOME"
printf '%s\n' A-1 A-2 A-3 >monday
printf '%s\n' A-3 A-4 A-5 A-6 >tuesday
run() { parallel --will-cite -j1 "$@" 2>/dev/null | paste -sd' '; }
{
  echo "Monday: $(run --joblog log 'echo {}' <monday)"
  echo "Tuesday with --resume: $(run --joblog log --resume 'echo {}' <tuesday)"
  rm log
  echo "Monday, A-2 fails: $(run --joblog log 'echo {}; [ {} != A-2 ]' <monday)"
  echo "Tuesday with --resume-failed: $(run --joblog log --resume-failed 'echo {}' <tuesday)"
  rm log
  echo "shown of a charge that fails, with --retries 3: $(run --joblog log --retries 3 'echo {} | tee -a charged; false' ::: A-1)"
  echo "charged: $(paste -sd' ' charged); lines of its joblog: $(($(wc -l <log) - 1))"
} | tee seen
diff seen - <<'TEXT'
Monday: A-1 A-2 A-3
Tuesday with --resume: A-6
Monday, A-2 fails: A-1 A-2 A-3
Tuesday with --resume-failed: A-4 A-6
shown of a charge that fails, with --retries 3: A-1
charged: A-1 A-1 A-1; lines of its joblog: 1
TEXT
