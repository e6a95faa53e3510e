#!/usr/bin/env bash
# InfluxDB 1.6.7 (Debian 12). Points of one measurement, with the same tags and the same time, are one point: of two sales in euros that are written with precision=s in one second the first is gone, though both were answered
# with 204. Two fields of one second are merged, so that one order has the other's card.
# Safe: a tag with the order's reference, or nanoseconds of its own for each sale; money belongs into a database.
# Needs Debian 12's influxdb.
set -euo pipefail
[ -x /usr/bin/influxd ] || { echo "needs Debian's package influxdb"; exit 1; }
folder=$(mktemp -d)
trap '[ -z "${server:-}" ] || { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }; rm -rf "$folder"' EXIT
cd "$folder"
free() { /usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
port=$(free)
cat >conf <<CONF
reporting-disabled = true
bind-address = "127.0.0.1:$(free)"
[meta]
dir = "$folder/meta"
[data]
dir = "$folder/data"
wal-dir = "$folder/wal"
[http]
bind-address = "127.0.0.1:$port"
CONF
/usr/bin/influxd -config conf >/dev/null 2>&1 &
server=$!
until curl -s "127.0.0.1:$port/ping"; do kill -0 $server; done
ask() { curl -s "127.0.0.1:$port/query" -d db=shop --data-urlencode "q=$1" | /usr/bin/python3 -c 'import json, sys
for series in json.load(sys.stdin)["results"][0].get("series", []):
    for row in series["values"]:
        print(", ".join(f"{name} {value}" for name, value in zip(series["columns"][1:], row[1:])))'; }
write() { curl -s -o /dev/null -w "%{http_code} for $1\n" "127.0.0.1:$port/write?db=shop&precision=s" --data-binary "$1"; }
{
  ask "CREATE DATABASE shop"
  write 'sale,currency=EUR cents=5000i,reference="A-1",card="Visa" 1767225600'
  write 'sale,currency=EUR cents=1999i,reference="A-2" 1767225600'
  ask 'SELECT count(cents), sum(cents) FROM sale'
  ask 'SELECT reference, cents, card FROM sale'
  write 'tagged,reference=A-1 cents=5000i 1767225600'
  write 'tagged,reference=A-2 cents=1999i 1767225600'
  ask 'SELECT count(cents), sum(cents) FROM tagged'
} | tee seen
diff seen - <<'TEXT'
204 for sale,currency=EUR cents=5000i,reference="A-1",card="Visa" 1767225600
204 for sale,currency=EUR cents=1999i,reference="A-2" 1767225600
count 1, sum 1999
reference A-2, cents 1999, card Visa
204 for tagged,reference=A-1 cents=5000i 1767225600
204 for tagged,reference=A-2 cents=1999i 1767225600
count 2, sum 6999
TEXT
