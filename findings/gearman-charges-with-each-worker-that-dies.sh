#!/usr/bin/env bash
# Gearman 1.1.20 (Debian 12), as it begins. A charge whose worker dies is given to the next worker at once, without a limit: each of four workers charges, and dies. Of two charges
# with one unique id, such as the customer's, the second is dropped while the first waits; its caller is told that it was queued, or, if it waits, gets the first one's receipt.
# Safe: gearmand --job-retries=1; the order's reference as the unique id, and a look at the order before the charge.
# Needs Debian 12's gearman-job-server and gearman-tools.
set -euo pipefail
[ -x /usr/sbin/gearmand ] && [ -x /usr/bin/gearman ] || { echo "needs Debian's packages gearman-job-server and gearman-tools"; exit 1; }
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill $server 2>/dev/null; rm -rf "$folder"' EXIT
cd "$folder"
cat >charge <<'SH'
#!/bin/bash
order=$(cat)
echo "$order" >>charged
case $order in *dies*) kill -9 $PPID ;; esac
echo "receipt of $order"
SH
chmod +x charge
ask() { /usr/bin/gearman -h 127.0.0.1 -p "$port" -f charge "$@"; }
work() { { timeout 3 /usr/bin/gearman -h 127.0.0.1 -p "$port" -w -c 1 -f charge ./charge >/dev/null 2>&1 || true; } 2>/dev/null; }
serve() {
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  /usr/sbin/gearmand --listen=127.0.0.1 --port="$port" --log-file=none --pid-file="$folder/pid" "$@" >/dev/null 2>&1 &
  server=$!
  until (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
  rm -f charged
}
{
  for retries in "as it begins" --job-retries=1; do
    if [ "$retries" = "as it begins" ]; then serve; else serve "$retries"; fi
    echo -n "A-1 dies" | ask -b
    for worker in 1 2 3 4; do work; done
    echo "$retries, four workers: A-1 was charged $(wc -l <charged) times"
    kill $server && wait $server 2>/dev/null || true
  done
  serve
  echo -n A-1 | ask -b -u Lee && echo "A-1 of Lee is queued"
  echo -n A-2 | ask -b -u Lee && echo "A-2 of Lee is queued"
  echo -n A-3 | ask -u Lee >waited &
  waiting=$!
  sleep 1
  work
  wait $waiting
  echo "who waits for A-3 of Lee gets the $(cat waited); charged: $(cat charged)"
} >seen
cat seen
diff seen - <<'TEXT'
as it begins, four workers: A-1 was charged 4 times
--job-retries=1, four workers: A-1 was charged 1 times
A-1 of Lee is queued
A-2 of Lee is queued
who waits for A-3 of Lee gets the receipt of A-1; charged: A-1
TEXT
