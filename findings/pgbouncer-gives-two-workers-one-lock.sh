#!/usr/bin/env bash
# PgBouncer 1.18.0 (Debian 12) with pool_mode = transaction, between a shop and PostgreSQL 15. Two workers ask for the same advisory lock before they charge, and both get it, as both are one connection to PostgreSQL, which
# may take its own lock again. A search_path that names one merchant's schema is there for the next client, whose order goes into that schema.
# Safe: pg_try_advisory_xact_lock and SET LOCAL inside a transaction, or pool_mode = session.
# Needs Debian 12's pgbouncer, postgresql-15 and python3-psycopg2.
set -euo pipefail
# shellcheck disable=SC2046
bin=/usr/lib/postgresql/15/bin
[ -x $bin/postgres ] && [ -x /usr/sbin/pgbouncer ] && /usr/bin/python3 -c "import psycopg2" 2>/dev/null || { echo "needs Debian's packages pgbouncer, postgresql-15 and python3-psycopg2"; exit 1; }
folder=$(mktemp -d)
user() { if [ "$(id -u)" = 0 ]; then echo "setpriv --reuid=$1 --regid=$1 --clear-groups"; fi; }
cleanup() {
  [ -z "${pool:-}" ] || { kill "$pool" 2>/dev/null || true; wait "$pool" 2>/dev/null || true; }
  $(user postgres) $bin/pg_ctl -D data -m immediate stop >/dev/null 2>&1 || true
  cd /
  rm -rf "$folder"
}
trap cleanup EXIT
cd "$folder"
chmod 777 .
mkdir -m 777 pool
$(user postgres) $bin/initdb -D data -A trust -U shop >/dev/null
$(user postgres) $bin/pg_ctl -D data -l log -w -o "-c listen_addresses='' -k $folder" start >/dev/null
psql -q -h "$folder" -U shop postgres -c "CREATE SCHEMA merchant_1 CREATE TABLE orders (reference text)" -c "CREATE TABLE public.orders (reference text)"
cat >pool.ini <<INI
[databases]
shop = host=$folder dbname=postgres user=shop
[pgbouncer]
listen_addr =
unix_socket_dir = $folder/pool
listen_port = 6432
auth_type = any
pool_mode = transaction
default_pool_size = 1
INI
$(user postgres) /usr/sbin/pgbouncer -q pool.ini >/dev/null 2>&1 &
pool=$!
until [ -S pool/.s.PGSQL.6432 ]; do kill -0 $pool; done
cat >shop.py <<'PY'
import sys

import psycopg2


def client():
    connection = psycopg2.connect(host=sys.argv[1], port=int(sys.argv[2]), dbname=sys.argv[3], user="shop")
    connection.autocommit = True
    cursor = connection.cursor()

    def ask(sql):
        cursor.execute(sql)
        return cursor.fetchone()[0] if cursor.description else None

    ask.connection = connection
    return ask


first, second = client(), client()
print("  the lock of A-1: worker 1", first("SELECT pg_try_advisory_lock(1)"), "- worker 2", second("SELECT pg_try_advisory_lock(1)"))
first("SET search_path = merchant_1")
second("INSERT INTO orders VALUES ('B-1')")
print("  another client's order B-1 is in", second("SELECT CASE WHEN EXISTS (SELECT FROM merchant_1.orders WHERE reference = 'B-1') THEN 'merchant_1.orders' ELSE 'public.orders' END"))
first.connection.close()
second.connection.close()
PY
{
  echo "PostgreSQL itself:"
  /usr/bin/python3 shop.py "$folder" 5432 postgres
  psql -q -h "$folder" -U shop postgres -c "TRUNCATE public.orders"
  echo "PgBouncer:"
  /usr/bin/python3 shop.py "$folder/pool" 6432 shop
} | tee seen
diff seen - <<'TEXT'
PostgreSQL itself:
  the lock of A-1: worker 1 True - worker 2 False
  another client's order B-1 is in public.orders
PgBouncer:
  the lock of A-1: worker 1 True - worker 2 True
  another client's order B-1 is in merchant_1.orders
TEXT
