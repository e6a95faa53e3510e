#!/usr/bin/env bash
# PHP's malkusch/lock 2.2.1 (Debian 12). TransactionalMutex runs its code again after each PDOException, until its timeout of 3 s: if the order is known already (a unique index), its charge is made about fifteen times, and then there is a
# TimeoutException, which says nothing of it. The lock in Redis ends after 3 s, too, and who charges longer is told by ExecutionOutsideLockException, after the charge.
# Safe: insert the order first, charge outside the lock with the order's own reference, and query it after an exception.
# Needs Debian 12's php-cli, php-sqlite3, php-redis, php-malkusch-lock and redis-server.
set -euo pipefail
[ -e /usr/share/php/Malkusch/Lock/autoload.php ] && php -r 'exit(extension_loaded("redis") && extension_loaded("pdo_sqlite") ? 0 : 1);' && command -v redis-server >/dev/null ||
  { echo "needs Debian's packages php-cli, php-sqlite3, php-redis, php-malkusch-lock and redis-server"; exit 1; }
folder=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
redis-server --port 0 --unixsocket "$folder/socket" --save "" >/dev/null &
server=$!
cat >charge.php <<'PHP'
<?php
require "/usr/share/php/Malkusch/Lock/autoload.php";
use malkusch\lock\mutex\PHPRedisMutex;
use malkusch\lock\mutex\TransactionalMutex;

$database = new PDO("sqlite::memory:");
$database->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
$database->exec("create table orders (reference text unique)");
foreach (["A-1", "A-1"] as $reference) {
    $charges = 0;
    try {
        (new TransactionalMutex($database))->synchronized(function () use ($database, $reference, &$charges) {
            $charges++;
            $database->prepare("insert into orders values (?)")->execute([$reference]);
        });
        $end = "sold";
    } catch (Throwable $error) {
        $end = (new ReflectionClass($error))->getShortName();
    }
    echo "TransactionalMutex, $reference: $end, ", $charges > 8 ? "more than 8 charges" : "$charges charge", "\n";
}

$redis = new Redis();
while (true) {
    try {
        if ($redis->connect($argv[1])) break;
    } catch (RedisException) {
    }
}
foreach ([0, 1] as $longer) {
    $charges = 0;
    try {
        (new PHPRedisMutex([$redis], "order-A-$longer", 1))->synchronized(function () use ($longer, &$charges) {
            usleep($longer * 1100000);
            $charges++;
        });
        $end = "sold";
    } catch (Throwable $error) {
        $end = (new ReflectionClass($error))->getShortName();
    }
    echo "PHPRedisMutex, a charge that takes ", $longer ? "longer" : "no longer", " than its timeout: $end, $charges charge\n";
}
PHP
php -d error_reporting=0 charge.php "$folder/socket" | tee seen
diff seen - <<'TEXT'
TransactionalMutex, A-1: sold, 1 charge
TransactionalMutex, A-1: TimeoutException, more than 8 charges
PHPRedisMutex, a charge that takes no longer than its timeout: sold, 1 charge
PHPRedisMutex, a charge that takes longer than its timeout: ExecutionOutsideLockException, 1 charge
TEXT
