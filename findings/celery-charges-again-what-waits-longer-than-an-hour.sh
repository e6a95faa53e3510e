#!/usr/bin/env bash
# Celery 5.2.6 on Redis 7.0.15 (Debian 12). A charge that is sent with countdown= or eta= is taken by a worker at once, which holds it until its time. Redis gives what isn't acknowledged within visibility_timeout, an hour, to the next
# worker, so that a charge of tomorrow is held by more and more workers, and each of them charges. Here visibility_timeout is 4 seconds, a second worker is started, as a deployment does, and a
# charge in 40 seconds is made twice.
# Safe: a visibility_timeout longer than any countdown, or due dates in the database with a job that looks for them; and the order's reference as the key of the charge.
# Needs Debian 12's python3-celery, python3-redis and redis-server.
set -euo pipefail
[ -x /usr/bin/redis-server ] && /usr/bin/python3 -c "import celery, redis" 2>/dev/null || { echo "needs Debian's packages python3-celery, python3-redis and redis-server"; exit 1; }
folder=$(mktemp -d)
trap 'for id in ${ids:-}; do kill "$id" 2>/dev/null || true; done; wait 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
port=$(/usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
/usr/bin/redis-server --port "$port" --bind 127.0.0.1 --save '' >/dev/null & ids=$!
cat >shop.py <<PY
from celery import Celery

app = Celery("shop", broker="redis://127.0.0.1:$port/0")
app.conf.broker_transport_options = {"visibility_timeout": 4}


@app.task
def charge(order):
    with open("charged", "a") as file:
        file.write(f"{order}\n")
PY
until (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
export C_FORCE_ROOT=1 PYTHONWARNINGS=ignore
worker() { /usr/bin/python3 -m celery -A shop worker -c 1 -n "$1" >/dev/null 2>&1 & ids="$ids $!"; }
/usr/bin/python3 -c 'import shop
shop.charge.delay("A-1, at once,")
shop.charge.apply_async(("A-2, in 40 s,",), countdown=40)'
worker one
sleep 8
worker two
sleep 44
sort charged | uniq -c | sed 's/^ *\([0-9]*\) \(.*\)/\2 was charged \1 times/' | tee seen
diff seen - <<'TEXT'
A-1, at once, was charged 1 times
A-2, in 40 s, was charged 2 times
TEXT
