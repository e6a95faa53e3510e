#!/usr/bin/env bash
# Symfony Lock 5.4.53 (Debian 12, PHP). A lock is given back when its object goes: createLock("A-1")->acquire() in an if, or in a helper function that answers true, says that the lock is there, and it is free before the charge begins. Two workers
# charge one order, with each store. A lock with a TTL that has run out is true in acquire() of the next worker, while the first one goes on and hears nothing of it.
# Safe: the lock in a variable until after the charge, refresh() in long work, and isAcquired() before the money moves.
# Needs Debian 12's php-symfony-lock, php-sqlite3 and php-cli.
set -euo pipefail
[ -e /usr/share/php/Symfony/Component/Lock/autoload.php ] && [ -x /usr/bin/php ] || { echo "needs Debian's packages php-symfony-lock, php-sqlite3 and php-cli"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >shop.php <<'PHP'
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
require "/usr/share/php/Symfony/Component/Lock/autoload.php";

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\PdoStore;

function mayCharge(LockFactory $locks, string $order): bool
{
    return $locks->createLock($order)->acquire();
}

$rows = new PdoStore(new PDO("sqlite:locks.db"));
$rows->createTable();
foreach (["FlockStore" => new FlockStore("."), "PdoStore" => $rows] as $name => $store) {
    $locks = new LockFactory($store);
    $shown = fn(bool $isFree) => $isFree ? "may charge" : "waits";
    echo "$name, without a variable: worker 1 ", $shown(mayCharge($locks, "A-1")), ", worker 2 ", $shown(mayCharge($locks, "A-1")), "\n";
    $first = $locks->createLock("A-2");
    $second = $locks->createLock("A-2");
    echo "$name, in variables: worker 1 ", $shown($first->acquire()), ", worker 2 ", $shown($second->acquire()), "\n";
}
$first = $locks->createLock("A-3", 1);
$second = $locks->createLock("A-3", 1);
echo "a TTL of 1 s: worker 1 ", $shown($first->acquire());
sleep(2);
echo ", after 2 s worker 2 ", $shown($second->acquire()), "; worker 1 asks isAcquired(): ", var_export($first->isAcquired(), true), "\n";
PHP
/usr/bin/php shop.php | tee seen
diff seen - <<'TEXT'
FlockStore, without a variable: worker 1 may charge, worker 2 may charge
FlockStore, in variables: worker 1 may charge, worker 2 waits
PdoStore, without a variable: worker 1 may charge, worker 2 may charge
PdoStore, in variables: worker 1 may charge, worker 2 waits
a TTL of 1 s: worker 1 may charge, after 2 s worker 2 may charge; worker 1 asks isAcquired(): false
TEXT
