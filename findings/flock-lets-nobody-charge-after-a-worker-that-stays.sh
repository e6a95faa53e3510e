#!/usr/bin/env bash
# flock of util-linux 2.38.1 (Debian 12), before the shop's charge in a crontab. The lock belongs to the open file, which each program that the charge starts in the background has, too, such as a mailer, an ssh that stays, or a
# gpg-agent. The charge ends, its child goes on, and flock -n skips all later runs without a word, with exit code 1. Nobody is charged for as long as the child lives.
# Safe: flock -o (--close), which keeps the lock to flock itself, and -E with a code that is watched.
# Needs util-linux 2.38.1 of Debian 12.
set -euo pipefail
[ -x /usr/bin/flock ] || { echo "needs Debian's package util-linux"; exit 1; }
folder=$(mktemp -d)
trap 'for child in $(cat "$folder"/child* 2>/dev/null); do kill "$child" 2>/dev/null || true; done; rm -rf "$folder"' EXIT
cd "$folder"
cat >charge <<'SH_'
#!/bin/bash
echo "charged"
sleep 60 >/dev/null 2>&1 &
echo $! >"child.$1"
SH_
chmod +x charge
for option in "" -o; do
  for day in 1 2 3; do
    # shellcheck disable=SC2086
    echo "flock -n $option, day $day: $(flock -n $option "lock$option" ./charge "$day$option" || echo "nothing, exit code $?")"
  done
done | tee seen
diff seen - <<'TEXT'
flock -n , day 1: charged
flock -n , day 2: nothing, exit code 1
flock -n , day 3: nothing, exit code 1
flock -n -o, day 1: charged
flock -n -o, day 2: charged
flock -n -o, day 3: charged
TEXT
