#!/usr/bin/env bash
# wal2json 2.5 on PostgreSQL 15 (Debian 12), by which shops tell other services of their orders. An order whose items are long is told with them when it is made. When it is paid its items aren't among the columns, as they haven't changed: a
# reader that replaces its row has an order without items. A payment into a table without a primary key is told when it is inserted, and never when it changes; only the server's log warns. An
# amount of NaN is null, and ids beyond 2^53 are numbers, which JavaScript rounds.
# Safe: a reader that keeps what isn't named, or takes it from oldkeys with REPLICA IDENTITY FULL, and a primary key for each table.
# Needs Debian 12's postgresql-15 and postgresql-15-wal2json.
set -euo pipefail
bin=/usr/lib/postgresql/15/bin
[ -x $bin/postgres ] && [ -e /usr/lib/postgresql/15/lib/wal2json.so ] || { echo "needs Debian's packages postgresql-15 and postgresql-15-wal2json"; exit 1; }
folder=$(mktemp -d)
run() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }
cleanup() { run $bin/pg_ctl -D data -m immediate stop >/dev/null 2>&1 || true; cd /; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
chmod 777 .
run $bin/initdb -D data -A trust -U shop >/dev/null
run $bin/pg_ctl -D data -l log -w -o "-c listen_addresses='' -c wal_level=logical -k $folder" start >/dev/null
psql -q -At -h "$folder" -U shop postgres <<'SQL' 2>/dev/null | grep '^{' >changes
SET synchronous_commit = on;
CREATE TABLE orders (id bigint PRIMARY KEY, state text, amount numeric, items jsonb);
CREATE TABLE kept_whole (LIKE orders INCLUDING ALL);
ALTER TABLE kept_whole REPLICA IDENTITY FULL;
CREATE TABLE payments (id bigint, state text);
SELECT 'slot' FROM pg_create_logical_replication_slot('shop', 'wal2json');
INSERT INTO orders VALUES (100000000000000051, 'OPEN', 50.00, (SELECT jsonb_agg(md5(n::text)) FROM generate_series(1, 400) n));
UPDATE orders SET state = 'PAID';
UPDATE orders SET amount = 'NaN';
INSERT INTO kept_whole SELECT * FROM orders;
UPDATE kept_whole SET state = 'SHIPPED';
INSERT INTO payments VALUES (1, 'OPEN');
UPDATE payments SET state = 'PAID';
DELETE FROM payments;
SELECT data FROM pg_logical_slot_get_changes('shop', NULL, NULL);
SQL
/usr/bin/python3 - <<'PY' | tee seen
import json

for line in open("changes"):
    told = json.loads(line)["change"]
    if not told:
        print("a change, and nothing is told")
    for change in told:
        row = dict(zip(change["columnnames"], change["columnvalues"]))
        if "items" in row:
            row["items"] = f"{len(json.loads(row['items']))} items"
        old = ", items in oldkeys" if "items" in change.get("oldkeys", {}).get("keynames", []) else ""
        print(change["table"], change["kind"], ", ".join(f"{name} {value}" for name, value in row.items()) + old)
PY
diff seen - <<'TEXT'
orders insert id 100000000000000051, state OPEN, amount 50.0, items 400 items
orders update id 100000000000000051, state PAID, amount 50.0
orders update id 100000000000000051, state PAID, amount None
kept_whole insert id 100000000000000051, state PAID, amount None, items 400 items
kept_whole update id 100000000000000051, state SHIPPED, amount None, items in oldkeys
payments insert id 1, state OPEN
a change, and nothing is told
a change, and nothing is told
TEXT
