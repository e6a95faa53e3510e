#!/usr/bin/env bash
# Sphinx 2.2.11 (Debian 12), with orders in a real-time index. rt_attr_uint has 32 bits without a sign: a refund of -50 cents is 4294967246, the largest of all amounts, and 5000000000 is 705032704. Also SUM has 32 bits: 30 million and
# 20 million dollars are 7.05 million. rt_attr_float has 7 digits. An amount in a JSON attribute is cut before it is multiplied: three at 19.99 are 57. Nothing is refused.
# Safe: rt_attr_bigint for cents, which also makes SUM right, and money from the database.
# Needs Debian 12's sphinxsearch and mariadb-client.
set -euo pipefail
[ -x /usr/bin/searchd ] && [ -x /usr/bin/mariadb ] || { echo "needs Debian's packages sphinxsearch and mariadb-client"; exit 1; }
folder=$(mktemp -d)
trap '[ -z "${server:-}" ] || { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }; rm -rf "$folder"' EXIT
cd "$folder"
cat >conf <<CONF
index orders
{
  type = rt
  path = $folder/orders
  rt_field = title
  rt_attr_string = ref
  rt_attr_uint = cents
  rt_attr_bigint = big_cents
  rt_attr_float = amount
  rt_attr_json = item
}
searchd
{
  listen = $folder/socket:mysql41
  log = $folder/log
  pid_file = $folder/pid
  binlog_path =
  workers = threads
}
CONF
/usr/bin/searchd --nodetach -c conf >/dev/null 2>&1 &
server=$!
ask() { /usr/bin/mariadb --no-defaults -S socket -N -e "$1" | paste -sd';' | sed 's/\t/, /g; s/;/; /g'; }
until ask "SHOW TABLES" >/dev/null 2>&1; do kill -0 $server; done
ask "INSERT INTO orders (id, ref, cents, big_cents, amount, item) VALUES (1, 'A-1', 3000000000, 3000000000, 12345678.91, '{\"price\": 19.99}'), (2, 'A-2', 2000000000, 2000000000, 19.99, '{\"price\": 0.99}')" >/dev/null
{
  echo "3000000000 and 2000000000 cents, as uint and as bigint: $(ask "SELECT SUM(cents), SUM(big_cents) FROM orders")"
  ask "INSERT INTO orders (id, ref, cents, big_cents) VALUES (3, 'A-3', -50, -50), (4, 'A-4', 5000000000, 5000000000)" >/dev/null
  echo "a refund of -50 cents, and 5000000000: $(ask "SELECT ref, cents, big_cents FROM orders WHERE id > 2")"
  echo "the largest first: $(ask "SELECT ref FROM orders ORDER BY cents DESC LIMIT 4")"
  echo "12345678.91 as float: $(ask "SELECT amount FROM orders WHERE id = 1")"
  echo "three at a price of 19.99 and 0.99: $(ask "SELECT item.price * 3 AS three FROM orders WHERE id < 3")"
} | tee seen
diff seen - <<'TEXT'
3000000000 and 2000000000 cents, as uint and as bigint: 705032704, 5000000000
a refund of -50 cents, and 5000000000: A-3, 4294967246, -50; A-4, 705032704, 5000000000
the largest first: A-3; A-1; A-2; A-4
12345678.91 as float: 12345679.000000
three at a price of 19.99 and 0.99: 57; 0
TEXT
