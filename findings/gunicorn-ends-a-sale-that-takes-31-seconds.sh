#!/usr/bin/env bash
# gunicorn 20.1.0 (Debian 12) with its default workers ends a worker whose request takes longer than --timeout, 30 s by default, and closes the connection without a status. The shop's route waits for its payment service meanwhile, with a patience of
# its own that is longer. "except Exception", by which it writes that the sale is unknown, doesn't run: gunicorn ends it by SystemExit. The service carries the sale out, and the shop's order stays as it was before. The same sale with
# --worker-class gthread or gevent, whose limit only sees a worker that hangs as a whole, is booked. The script has --timeout 2 and a sale of 4 s.
# Safe: a patience of the shop's HTTP client that is shorter than gunicorn's; a row in the database before the sale, and a query of each that has no end.
# Needs Debian 12's gunicorn, python3-gevent and python3-requests.
set -euo pipefail
/usr/bin/python3 -c "import gevent, requests" && command -v gunicorn >/dev/null || { echo "needs Debian's packages gunicorn, python3-gevent and python3-requests"; exit 1; }
folder=$(mktemp -d)
cleanup() { for id in ${ids:-}; do kill "$id" 2>/dev/null || true; done; wait 2>/dev/null || true; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
cat >service.mjs <<'JS'
import http from "node:http";
let sales = 0;
http.createServer((request, response) => {
  if (request.method === "GET") {
    response.end(String(sales));
    sales = 0;
  } else
    setTimeout(() => {
      sales++;
      response.end("{}");
    }, 4000);
}).listen(24898, "127.0.0.1");
JS
node service.mjs & ids=$!
cat >shop.py <<'PYTHON'
import requests

def note(text):
    with open("order", "a") as order:
        order.write(text + " ")

def shop(env, start):
    note("OPEN")
    try:
        requests.post("http://127.0.0.1:24898/", json={"amount": 50}, timeout=20)
        note("PAID")
    except Exception:
        note("UNKNOWN")
    start("200 OK", [("Content-Length", "2")])
    return [b"OK"]
PYTHON
[ "$(gunicorn --print-config shop:shop | grep ^timeout | tr -d " ")" = "timeout=30" ]
{
  for class in sync gthread gevent; do
    rm -f order
    gunicorn --timeout 2 --worker-class $class -b 127.0.0.1:24899 shop:shop >log 2>&1 & shop=$!
    ids="$ids $shop"
    for tries in $(seq 150); do (exec 3<>/dev/tcp/127.0.0.1/24899) 2>/dev/null && break || sleep 0.1; done
    status=$(curl -s -o /dev/null -m 15 -w '%{http_code}' 127.0.0.1:24899) || true
    sleep 2.5
    echo "$class: the shopper gets $status, the order is $(cat order), sales carried out: $(curl -s 127.0.0.1:24898)"
    kill "$shop"
    wait "$shop" 2>/dev/null || true
  done
} | tee seen
diff seen - <<'TEXT'
sync: the shopper gets 000, the order is OPEN , sales carried out: 1
gthread: the shopper gets 200, the order is OPEN PAID , sales carried out: 1
gevent: the shopper gets 200, the order is OPEN PAID , sales carried out: 1
TEXT
