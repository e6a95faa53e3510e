#!/usr/bin/env bash
# A gift card's balance, or an item's stock, is lowered by one UPDATE in MariaDB. The database does it, and the connection ends before its answer, as when a proxy or a failover cuts it. Clients that connect again by
# themselves send the UPDATE again, and the shop gets a success: the card has paid twice. Debian 12's Perl DBD::mysql 4.050 with mysql_auto_reconnect, which is on by default in CGI scripts and under mod_perl, and DBD::MariaDB 1.22 with
# mariadb_auto_reconnect, which are meant for connections that were idle too long. Ruby's mysql2 0.5.3 with reconnect gives an error. peewee 3.14.10 with its ReconnectMixin sends it again as well, but commits by a call of its own, so the card pays once.
# Safe: no reconnecting, but a ping before each job; or a condition on the order's reference in the UPDATE, as a row of its own that is unique.
# Needs Debian 12's mariadb-server, libdbd-mysql-perl, libdbd-mariadb-perl, ruby-mysql2, python3-peewee and python3-pymysql.
set -euo pipefail
# shellcheck disable=SC2046
[ -x /usr/sbin/mariadbd ] && perl -MDBD::mysql -MDBD::MariaDB -e 1 && ruby -e 'require "mysql2"' && /usr/bin/python3 -c "import peewee, pymysql" ||
  { echo "needs Debian's packages mariadb-server, libdbd-mysql-perl, libdbd-mariadb-perl, ruby-mysql2, python3-peewee and python3-pymysql"; exit 1; }
folder=$(mktemp -d)
user() { if [ "$(id -u)" = 0 ]; then echo "setpriv --reuid=mysql --regid=mysql --clear-groups"; fi; }
cleanup() { for id in ${ids:-}; do kill "$id" 2>/dev/null || true; done; wait 2>/dev/null || true; cd /; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
chmod 777 .
$(user) mariadb-install-db --no-defaults --datadir="$folder/maria" --auth-root-authentication-method=normal >/dev/null 2>&1
$(user) mariadbd --no-defaults --datadir="$folder/maria" --socket="$folder/maria.sock" --port=24895 --bind-address=127.0.0.1 >/dev/null 2>&1 & ids=$!
until mariadb --no-defaults -S maria.sock -u root -e "SELECT 1" >/dev/null 2>&1; do kill -0 "$ids"; sleep 0.2; done
mariadb --no-defaults -S maria.sock -u root -e "CREATE DATABASE shop; CREATE USER shop@127.0.0.1; GRANT ALL ON shop.* TO shop@127.0.0.1; CREATE TABLE shop.cards (id INT PRIMARY KEY, cents INT); INSERT INTO shop.cards VALUES (1, 5000)"
# Ends the connection of the first UPDATE once the database has answered it.
cat >cut.mjs <<'JS'
import net from "node:net";
let isLeft = true;
process.on("SIGUSR2", () => (isLeft = true));
net.createServer((client) => {
  const server = net.connect(24895, "127.0.0.1");
  let isCut = false;
  client.on("data", (bytes) => {
    if (isLeft && bytes.includes("UPDATE cards")) [isCut, isLeft] = [true, false];
    server.write(bytes);
  });
  server.on("data", (bytes) => (isCut ? client.destroy() : client.write(bytes)));
  for (const [one, other] of [[client, server], [server, client]]) one.on("error", () => {}).on("close", () => other.destroy());
}).listen(24896, "127.0.0.1");
JS
node cut.mjs & cut=$!
ids="$ids $cut"
for tries in $(seq 100); do (exec 3<>/dev/tcp/127.0.0.1/24896) 2>/dev/null && break || sleep 0.1; done
cat >shop.pl <<'PERL'
use DBI;
my ($driver, $prefix) = @ARGV;
my $shop = DBI->connect("dbi:$driver:host=127.0.0.1;port=24896;database=shop", "shop", "", { RaiseError => 1, PrintError => 0, "${prefix}_auto_reconnect" => $ARGV[2] });
print eval { $shop->do("UPDATE cards SET cents = cents - 500 WHERE id = 1"); 1 } ? "a success" : "an error";
PERL
cat >shop.rb <<'RUBY'
require "mysql2"
shop = Mysql2::Client.new(host: "127.0.0.1", port: 24896, username: "shop", database: "shop", reconnect: true)
begin
  shop.query("UPDATE cards SET cents = cents - 500 WHERE id = 1")
  print "a success"
rescue Mysql2::Error
  print "an error"
end
RUBY
cat >shop.py <<'PYTHON'
import sys
from peewee import MySQLDatabase
from playhouse.shortcuts import ReconnectMixin
class Again(ReconnectMixin, MySQLDatabase):
    pass
shop = (Again if sys.argv[1] == "again" else MySQLDatabase)("shop", host="127.0.0.1", port=24896, user="shop")
try:
    shop.execute_sql("UPDATE cards SET cents = cents - 500 WHERE id = 1")
    print("a success", end="")
except Exception:
    print("an error", end="")
PYTHON
pays() {
  mariadb --no-defaults -S maria.sock -u root shop -e "UPDATE cards SET cents = 5000"
  kill -USR2 "$cut"
  sleep 0.2
  local told
  told=$("${@:2}")
  echo "$1: $told, $(mariadb --no-defaults -S maria.sock -u root shop -Ne "SELECT cents FROM cards") of 5000 left"
}
{
  pays "DBD::mysql with mysql_auto_reconnect" perl shop.pl mysql mysql 1
  pays "DBD::mysql" perl shop.pl mysql mysql 0
  pays "DBD::MariaDB with mariadb_auto_reconnect" perl shop.pl MariaDB mariadb 1
  pays "Ruby's mysql2 with reconnect" ruby shop.rb
  pays "peewee with its ReconnectMixin" /usr/bin/python3 shop.py again
  pays "peewee" /usr/bin/python3 shop.py once
} | tee seen
diff seen - <<'TEXT'
DBD::mysql with mysql_auto_reconnect: a success, 4000 of 5000 left
DBD::mysql: an error, 4500 of 5000 left
DBD::MariaDB with mariadb_auto_reconnect: a success, 4000 of 5000 left
Ruby's mysql2 with reconnect: an error, 4500 of 5000 left
peewee with its ReconnectMixin: a success, 4500 of 5000 left
peewee: an error, 5000 of 5000 left
TEXT
