#!/usr/bin/env bash
# pgloader 3.6.9 (Debian 12), which moves a shop to PostgreSQL. A TINYINT(1) of MariaDB is a boolean, so that 3 pieces are true, as are 2 and a state of 1. A REAL of SQLite, 8 bytes, becomes a real of 4: 12345678.91 is 12345679. The
# report says 0 errors, both times.
# Safe: CAST type tinyint to smallint using integer-to-string, type real to numeric, and a sum of both sides.
# Needs Debian 12's pgloader, mariadb-server, postgresql-15 and sqlite3.
set -euo pipefail
# shellcheck disable=SC2046
bin=/usr/lib/postgresql/15/bin
[ -x $bin/postgres ] && [ -x /usr/bin/pgloader ] && [ -x /usr/sbin/mariadbd ] && command -v sqlite3 >/dev/null || { echo "needs Debian's packages pgloader, mariadb-server, postgresql-15 and sqlite3"; exit 1; }
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
free() { /usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
port=$(free) there=$(free)
$(user mysql) mariadb-install-db --no-defaults --datadir="$folder/maria" --auth-root-authentication-method=normal >/dev/null 2>&1
$(user mysql) mariadbd --no-defaults --datadir="$folder/maria" --socket="$folder/maria.sock" --port="$port" --bind-address=127.0.0.1 >/dev/null 2>&1 &
maria=$!
$(user postgres) $bin/initdb -D data -A trust -U shop >/dev/null
$(user postgres) $bin/pg_ctl -D data -l log -w -o "-c listen_addresses=127.0.0.1 -c port=$there -k $folder" start >/dev/null
until mariadb --no-defaults -S maria.sock -u root -e "SELECT 1" >/dev/null 2>&1; do kill -0 $maria; done
columns="id INT PRIMARY KEY, pieces TINYINT(1), total REAL"
rows="INSERT INTO orders VALUES (1, 3, 12345678.91), (2, 1, 19.99)"
mariadb --no-defaults -S maria.sock -u root -e "CREATE DATABASE maria; CREATE USER shop@127.0.0.1; GRANT ALL ON maria.* TO shop@127.0.0.1; USE maria; CREATE TABLE orders ($columns); $rows"
sqlite3 shop.db "CREATE TABLE orders ($columns); $rows"
for from in "mysql://shop@127.0.0.1:$port/maria" "sqlite://$folder/shop.db"; do
  database=${from%%:*}
  psql -q -h "$folder" -p "$there" -U shop postgres -c "CREATE DATABASE $database" -c "ALTER DATABASE $database SET search_path = public, maria"
  echo "$database, errors in its report: $(pgloader "$from" "postgresql://shop@127.0.0.1:$there/$database" 2>/dev/null | awk '$1 ~ /orders$/ {print $2}')"
  psql -q -At -F ', ' -h "$folder" -p "$there" -U shop $database -c "SELECT '  pieces ' || pieces, 'total ' || total FROM orders ORDER BY id"
done | tee seen
diff seen - <<'TEXT'
mysql, errors in its report: 0
  pieces true, total 12345678.91
  pieces true, total 19.99
sqlite, errors in its report: 0
  pieces 3, total 1.2345679e+07
  pieces 1, total 19.99
TEXT
