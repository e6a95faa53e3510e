#!/usr/bin/env bash
# ClickHouse 18.16.1 (Debian 12), for a shop's reports. A LEFT JOIN knows no NULL: an order without a payment has a payment of 0, so WHERE paid IS NULL finds no open order, the average payment is half of what it was, and the
# first payment is of the year 0. A ReplacingMergeTree has the order OPEN and PAID for some time, so that it is counted twice. INSERT makes 5000000000 cents in a UInt32 705032704, and
# toDecimal64('1,234.50', 2) is 1.00.
# Safe: SET join_use_nulls = 1, FINAL, UInt64 for cents.
# Needs Debian 12's clickhouse-server.
set -euo pipefail
[ -x /usr/sbin/clickhouse-server ] || { echo "needs Debian's package clickhouse-server"; exit 1; }
folder=$(mktemp -d)
trap '[ -z "${server:-}" ] || { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }; rm -rf "$folder"' EXIT
cd "$folder"
mkdir data temporary
free() { /usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
port=$(free)
cat >conf.xml <<XML
<yandex>
  <logger><level>none</level></logger>
  <listen_host>127.0.0.1</listen_host><http_port>$port</http_port><tcp_port>$(free)</tcp_port>
  <path>$folder/data/</path><tmp_path>$folder/temporary/</tmp_path><mark_cache_size>5368709</mark_cache_size>
  <users_config>users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database>
</yandex>
XML
cat >users.xml <<'XML'
<yandex>
  <profiles><default/></profiles><quotas><default/></quotas>
  <users><default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
</yandex>
XML
/usr/sbin/clickhouse-server --config-file=conf.xml >/dev/null 2>&1 &
server=$!
until curl -s "127.0.0.1:$port/" >/dev/null; do kill -0 $server; done
ask() { curl -s "127.0.0.1:$port/?${2:-}" --data-binary "$1" | tr '\t' ' ' | paste -sd'|' | sed 's/|/, /g'; }
{
  ask "CREATE TABLE orders (id UInt32, cents UInt32) ENGINE = Memory"
  ask "CREATE TABLE payments (id UInt32, paid UInt32, at DateTime) ENGINE = Memory"
  ask "CREATE TABLE states (id UInt32, state String, version UInt32) ENGINE = ReplacingMergeTree(version) ORDER BY id"
  ask "INSERT INTO orders VALUES (1, 5000), (2, 1999)"
  ask "INSERT INTO payments VALUES (1, 5000, '2026-11-30 10:00:00')"
  ask "INSERT INTO states VALUES (1, 'OPEN', 1)"
  ask "INSERT INTO states VALUES (1, 'PAID', 2)"
} >/dev/null
{
  for setting in join_use_nulls=0 join_use_nulls=1; do
    join="orders ANY LEFT JOIN payments USING id"
    echo "$setting, payments: $(ask "SELECT id, paid, at FROM $join ORDER BY id" $setting)"
    echo "  without a payment: $(ask "SELECT count() FROM $join WHERE paid IS NULL" $setting), average $(ask "SELECT avg(paid) FROM $join" $setting), first at $(ask "SELECT min(at) FROM $join" $setting)"
  done
  echo "ReplacingMergeTree: $(ask "SELECT state FROM states ORDER BY version"), with FINAL: $(ask "SELECT state FROM states FINAL")"
  ask "INSERT INTO orders VALUES (3, 5000000000)" >/dev/null
  echo "5000000000 cents: $(ask "SELECT cents FROM orders WHERE id = 3"), '1,234.50': $(ask "SELECT toDecimal64('1,234.50', 2)")"
} | tee seen
diff seen - <<'TEXT'
join_use_nulls=0, payments: 1 5000 2026-11-30 10:00:00, 2 0 0000-00-00 00:00:00
  without a payment: 0, average 2500, first at 0000-00-00 00:00:00
join_use_nulls=1, payments: 1 5000 2026-11-30 10:00:00, 2 \N \N
  without a payment: 1, average 5000, first at 2026-11-30 10:00:00
ReplacingMergeTree: OPEN, PAID, with FINAL: PAID
5000000000 cents: 705032704, '1,234.50': 1.00
TEXT
