#!/usr/bin/env bash
# mysql_fdw 2.8.0 (Debian 12): tables of MariaDB in PostgreSQL. A condition is sent to MariaDB as it is written, and means another thing there. 'S-' || ref, two texts in one, is an OR: the only order that fits
# isn't found, and two others are. 'a-1' is 'A-1', so an UPDATE pays another order. cents / 2 has a fraction. After a ROLLBACK in PostgreSQL the changes stay in MariaDB.
# Safe: rows by their id alone, each compared again in the shop; no writing in a transaction that may end otherwise.
# Needs Debian 12's mariadb-server, postgresql-15 and postgresql-15-mysql-fdw.
set -euo pipefail
# shellcheck disable=SC2046
bin=/usr/lib/postgresql/15/bin
[ -e /usr/share/postgresql/15/extension/mysql_fdw.control ] && [ -x /usr/sbin/mariadbd ] || { echo "needs Debian's packages mariadb-server, postgresql-15 and postgresql-15-mysql-fdw"; exit 1; }
folder=$(mktemp -d)
user() { if [ "$(id -u)" = 0 ]; then echo "setpriv --reuid=$1 --regid=$1 --clear-groups"; fi; }
cleanup() {
  $(user postgres) $bin/pg_ctl -D data -m immediate stop >/dev/null 2>&1 || true
  [ -z "${maria:-}" ] || { kill "$maria" 2>/dev/null || true; wait "$maria" 2>/dev/null || true; }
  cd /
  rm -rf "$folder"
}
trap cleanup EXIT
cd "$folder"
chmod 777 .
$(user mysql) mariadb-install-db --no-defaults --datadir="$folder/maria" --auth-root-authentication-method=normal >/dev/null 2>&1
port=$(/usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
$(user mysql) mariadbd --no-defaults --datadir="$folder/maria" --socket="$folder/maria.sock" --port="$port" --bind-address=127.0.0.1 >/dev/null 2>&1 &
maria=$!
$(user postgres) $bin/initdb -D data -A trust -U shop >/dev/null
$(user postgres) $bin/pg_ctl -D data -l log -w -o "-c listen_addresses='' -k $folder" start >/dev/null
until mariadb --no-defaults -S maria.sock -u root -e "SELECT 1" >/dev/null 2>&1; do kill -0 $maria; done
mariadb --no-defaults -S maria.sock -u root <<'SQL'
CREATE DATABASE shop;
CREATE USER shop@127.0.0.1;
GRANT ALL ON shop.* TO shop@127.0.0.1;
CREATE TABLE shop.orders (id INT PRIMARY KEY, ref VARCHAR(64), state VARCHAR(10), cents INT);
INSERT INTO shop.orders VALUES (1, 'A-1', 'OPEN', 5000), (2, '51', 'OPEN', 1), (3, 'B-3', 'OPEN', 1999);
SQL
{
  psql -q -At -h "$folder" -U shop postgres <<SQL
CREATE EXTENSION mysql_fdw;
CREATE SERVER maria FOREIGN DATA WRAPPER mysql_fdw OPTIONS (host '127.0.0.1', port '$port');
CREATE USER MAPPING FOR shop SERVER maria OPTIONS (username 'shop', password '');
CREATE FOREIGN TABLE orders (id int, ref text, state text, cents int) SERVER maria OPTIONS (dbname 'shop', table_name 'orders');
CREATE TABLE here AS SELECT * FROM orders;
SELECT '''S-'' || ref = ''S-51'': here ' || (SELECT coalesce(string_agg(ref, ', ' ORDER BY id), 'none') FROM here WHERE 'S-' || ref = 'S-51')
  || '; in MariaDB ' || (SELECT coalesce(string_agg(ref, ', ' ORDER BY id), 'none') FROM (SELECT id, ref FROM orders WHERE 'S-' || ref = 'S-51') found);
SELECT 'cents / 2 = 0: here ' || (SELECT coalesce(string_agg(ref, ', '), 'none') FROM here WHERE cents / 2 = 0)
  || '; in MariaDB ' || (SELECT coalesce(string_agg(ref, ', '), 'none') FROM (SELECT ref FROM orders WHERE cents / 2 = 0) found);
UPDATE here SET state = 'PAID' WHERE ref = 'a-1';
UPDATE orders SET state = 'PAID' WHERE ref = 'a-1';
BEGIN;
UPDATE orders SET state = 'REFUNDED' WHERE id = 3;
ROLLBACK;
SELECT here.ref || ': here ' || here.state || ', in MariaDB ' || orders.state FROM here JOIN orders USING (id) ORDER BY id;
SQL
} | tee seen
diff seen - <<'TEXT'
'S-' || ref = 'S-51': here 51; in MariaDB A-1, B-3
cents / 2 = 0: here 51; in MariaDB none
A-1: here OPEN, in MariaDB PAID
51: here OPEN, in MariaDB OPEN
B-3: here OPEN, in MariaDB REFUNDED
TEXT
