#!/usr/bin/env bash
# PostgreSQL 15 (Debian 12), LISTEN and NOTIFY as a queue of payments. Notifications of one transaction that have the same text are one: three payments of 30.00 that a job books at once are one event, and two payments are never seen by who adds
# up the texts. What is sent while nobody listens is gone, and so is what comes while a listener connects again. In two transactions both arrive.
# Safe: the payment's own id in the text, and a table that is read, with NOTIFY only as a bell.
# Needs Debian 12's postgresql-15 and python3-psycopg2.
set -euo pipefail
bin=/usr/lib/postgresql/15/bin
[ -x $bin/postgres ] && /usr/bin/python3 -c "import psycopg2" 2>/dev/null || { echo "needs Debian's packages postgresql-15 and python3-psycopg2"; exit 1; }
folder=$(mktemp -d)
run() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }
cleanup() { run $bin/pg_ctl -D data -m immediate stop >/dev/null 2>&1 || true; cd /; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
chmod 777 .
run $bin/initdb -D data -A trust -U shop >/dev/null
run $bin/pg_ctl -D data -l log -w -o "-c listen_addresses='' -k $folder" start >/dev/null
cat >events.py <<'PY'
import select
import sys

import psycopg2


def connect():
    connection = psycopg2.connect(host=sys.argv[1], user="shop", dbname="postgres")
    connection.autocommit = True
    return connection


def listen():
    listener = connect()
    listener.cursor().execute("LISTEN paid")
    return listener


def heard(listener):
    payments.cursor().execute("SELECT pg_notify('paid', 'end')")
    texts = []
    while "end" not in texts:
        select.select([listener], [], [], 10)
        listener.poll()
        texts += [notice.payload for notice in listener.notifies]
        listener.notifies.clear()
    return ", ".join(texts[:-1])


payments = connect()
shop = listen()
payments.cursor().execute("BEGIN; SELECT pg_notify('paid', amount) FROM (VALUES ('30.00'), ('30.00'), ('30.00'), ('19.99')) AS due (amount); COMMIT")
print("30.00 three times and 19.99, in one transaction:", heard(shop))
for _ in range(2):
    payments.cursor().execute("NOTIFY paid, '30.00'")
print("30.00 twice, each by itself:", heard(shop))
payments.cursor().execute("BEGIN; NOTIFY paid, 'A-1 30.00'; NOTIFY paid, 'A-2 30.00'; COMMIT")
print("with their orders:", heard(shop))
shop.close()
payments.cursor().execute("NOTIFY paid, 'A-3 30.00'")
shop = listen()
print("while the shop connects again:", heard(shop) or "nothing")
PY
/usr/bin/python3 events.py "$folder" | tee seen
diff seen - <<'TEXT'
30.00 three times and 19.99, in one transaction: 30.00, 19.99
30.00 twice, each by itself: 30.00, 30.00
with their orders: A-1 30.00, A-2 30.00
while the shop connects again: nothing
TEXT
