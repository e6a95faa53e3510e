#!/usr/bin/env bash
# logger of util-linux 2.38.1 (Debian 12), by which scripts keep each notification of a payment in the system's log. A message ends after 1024 bytes: of a notification of 1542 bytes as an argument the rest is thrown away, and from standard
# input it becomes a second message, so that no line of the log is JSON any more and the amount at its end can't be found. The exit code is 0.
# Safe: --size 64KiB, which the receiving daemon must take, too, or a file or table of the shop.
# Needs Debian 12's bsdutils.
set -euo pipefail
[ -x /usr/bin/logger ] || { echo "needs Debian's package bsdutils"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >show.py <<'PY'
import json
import sys

for line in sys.stdin:
    message = line.rstrip("\n").split(" pay: ", 1)[1]
    try:
        end = f"JSON of order {json.loads(message)['order']}"
    except ValueError:
        end = "no JSON"
    print(f"  {len(message)} bytes, {end}")
PY
notification="{\"order\":\"A-1\",\"note\":\"$(printf '%01500d' 0)\",\"amount\":\"50.00\"}"
log() { /usr/bin/logger --socket-errors=off --no-act --stderr --tag pay "$@" 2>&1 | /usr/bin/python3 show.py; }
{
  echo "a notification of ${#notification} bytes as an argument:"
  log "$notification"
  echo "from standard input:"
  log <<<"$notification"
  echo "with --size 64KiB:"
  log --size 64KiB "$notification"
} | tee seen
diff seen - <<'TEXT'
a notification of 1542 bytes as an argument:
  1024 bytes, no JSON
from standard input:
  1024 bytes, no JSON
  518 bytes, no JSON
with --size 64KiB:
  1542 bytes, JSON of order A-1
TEXT
