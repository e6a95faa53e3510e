#!/usr/bin/env bash
# Mroonga of MariaDB 10.11.19 (Debian 12), a storage engine that shops use for search. It knows no NULL: an order that wasn't paid and gave nothing back has paid_at 1970-01-01 and refunded 0, so WHERE paid_at IS NULL finds
# no open order, and each counts as paid. ROLLBACK leaves the row where it is, with a warning that few clients show, while the rows of other tables are gone.
# Safe: Mroonga only for a copy that is searched, or its wrapper mode (COMMENT 'engine "InnoDB"').
# Needs Debian 12's mariadb-server and mariadb-plugin-mroonga.
set -euo pipefail
# shellcheck disable=SC2046
[ -x /usr/sbin/mariadbd ] && [ -e /usr/lib/mysql/plugin/ha_mroonga.so ] || { echo "needs Debian's packages mariadb-server and mariadb-plugin-mroonga"; exit 1; }
folder=$(mktemp -d)
user() { if [ "$(id -u)" = 0 ]; then echo "setpriv --reuid=$1 --regid=$1 --clear-groups"; fi; }
cleanup() { [ -z "${maria:-}" ] || { kill "$maria" 2>/dev/null || true; wait "$maria" 2>/dev/null || true; }; cd /; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
chmod 777 .
$(user mysql) mariadb-install-db --no-defaults --datadir="$folder/maria" --auth-root-authentication-method=normal >/dev/null 2>&1
$(user mysql) mariadbd --no-defaults --datadir="$folder/maria" --socket="$folder/maria.sock" --skip-networking --plugin-load-add=ha_mroonga >/dev/null 2>&1 &
maria=$!
until mariadb --no-defaults -S maria.sock -u root -e "SELECT 1" >/dev/null 2>&1; do kill -0 $maria; done
for engine in InnoDB Mroonga 'Mroonga COMMENT="engine \"InnoDB\""'; do
  echo "$engine:"
  mariadb --no-defaults -S maria.sock -u root -N <<SQL | sed 's/^/  /'
CREATE OR REPLACE DATABASE shop;
USE shop;
CREATE TABLE orders (id INT PRIMARY KEY, reference VARCHAR(64), paid_at DATETIME, refunded DECIMAL(9,2)) ENGINE=$engine;
INSERT INTO orders (id, reference) VALUES (1, 'A-1');
BEGIN;
INSERT INTO orders (id, reference) VALUES (2, 'A-2');
ROLLBACK;
SHOW WARNINGS;
SELECT CONCAT(reference, ': paid at ', COALESCE(paid_at, 'NULL'), ', refunded ', COALESCE(refunded, 'NULL')) FROM orders ORDER BY id;
SELECT CONCAT('not paid: ', COUNT(*)) FROM orders WHERE paid_at IS NULL;
SQL
done | tee seen
diff seen - <<'TEXT'
InnoDB:
  A-1: paid at NULL, refunded NULL
  not paid: 1
Mroonga:
  Warning	1196	Some non-transactional changed tables couldn't be rolled back
  A-1: paid at 1970-01-01 00:00:00, refunded 0.00
  A-2: paid at 1970-01-01 00:00:00, refunded 0.00
  not paid: 0
Mroonga COMMENT="engine \"InnoDB\"":
  A-1: paid at NULL, refunded NULL
  not paid: 1
TEXT
