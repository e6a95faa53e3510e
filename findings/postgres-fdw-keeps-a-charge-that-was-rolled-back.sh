#!/usr/bin/env bash
# postgres_fdw 1.1 of PostgreSQL 15 (Debian 12). A transaction takes a piece from the shop's stock and writes a charge into another database through a foreign table. At COMMIT the other database is committed
# first, and only then does PostgreSQL look for conflicts of SERIALIZABLE. Of two sales at once the second ends with an error: its stock is rolled back, its charge stays. The shop tries again, as
# it should after such an error, and the customer is charged twice. One order, three conflicts: four charges.
# Safe: no money through a foreign table; an outbox in the shop's own database, or a unique reference in the other one.
# Needs Debian 12's postgresql-15 and postgresql-contrib.
set -euo pipefail
bin=/usr/lib/postgresql/15/bin
[ -x $bin/postgres ] || { echo "needs Debian's packages postgresql-15 and postgresql-contrib"; exit 1; }
folder=$(mktemp -d)
run() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }
cleanup() { run $bin/pg_ctl -D data -m immediate stop >/dev/null 2>&1 || true; cd /; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
chmod 777 .
run $bin/initdb -D data -A trust -U shop >/dev/null
run $bin/pg_ctl -D data -l log -w -o "-c listen_addresses='' -k $folder" start >/dev/null
ask() { psql -q -At -h "$folder" -U shop "$@"; }
ask postgres -c "CREATE DATABASE shop" -c "CREATE DATABASE money"
ask money -c "CREATE TABLE charges (reference text, cents int)"
ask shop <<SQL
CREATE EXTENSION postgres_fdw;
CREATE SERVER money FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '$folder', dbname 'money');
CREATE USER MAPPING FOR shop SERVER money OPTIONS (user 'shop');
CREATE FOREIGN TABLE charges (reference text, cents int) SERVER money;
CREATE TABLE stock (item int PRIMARY KEY, pieces int);
INSERT INTO stock VALUES (1, 10), (2, 10);
SQL
sell() { # in one session A-2 is sold, while another session sells A-1 and commits first
  ask shop 2>&1 <<SQL
BEGIN ISOLATION LEVEL SERIALIZABLE;
SELECT 'pieces before: ' || sum(pieces) FROM stock;
UPDATE stock SET pieces = pieces - 1 WHERE item = 2;
INSERT INTO charges VALUES ('A-2', 5000);
\! [ $1 = alone ] || psql -q -At -h "$folder" -U shop shop -c "BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT sum(pieces) FROM stock; UPDATE stock SET pieces = pieces - 1 WHERE item = 1; COMMIT" >/dev/null
COMMIT;
SQL
}
{
  for try in beside beside beside alone; do sell $try | grep -vE "^(DETAIL|HINT)"; done
  ask shop -c "SELECT 'pieces of A-2''s item: ' || pieces FROM stock WHERE item = 2"
  ask money -c "SELECT reference || ' was charged ' || count(*) || ' times' FROM charges GROUP BY reference"
} | tee seen
diff seen - <<'TEXT'
pieces before: 20
ERROR:  could not serialize access due to read/write dependencies among transactions
pieces before: 19
ERROR:  could not serialize access due to read/write dependencies among transactions
pieces before: 18
ERROR:  could not serialize access due to read/write dependencies among transactions
pieces before: 17
pieces of A-2's item: 9
A-2 was charged 4 times
TEXT
