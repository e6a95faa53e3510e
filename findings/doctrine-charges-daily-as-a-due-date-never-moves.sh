#!/usr/bin/env bash
# Doctrine ORM 2.14.1 (Debian 12, PHP). A job charges each subscription that is due, and moves its date by $subscription->due->modify('+1 month'). flush() compares objects by identity, so the changed DateTime is the same one, and nothing is
# written: the customer is charged each day. An amount set with it is written, so the rest of the row is right. And the first order that breaks a rule of the database, such as a known reference,
# closes the EntityManager: all orders after it are refused until the worker is started again.
# Safe: date_immutable, or a clone; a new EntityManager (resetManager) for each message.
# Needs Debian 12's php-doctrine-orm, php-symfony-cache, php-sqlite3 and php-cli.
set -euo pipefail
[ -e /usr/share/php/Doctrine/ORM/autoload.php ] && [ -e /usr/share/php/Symfony/Component/Cache/autoload.php ] && [ -x /usr/bin/php ] || { echo "needs Debian's packages php-doctrine-orm, php-symfony-cache, php-sqlite3 and php-cli"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >shop.php <<'PHP'
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
require "/usr/share/php/Doctrine/ORM/autoload.php";
require "/usr/share/php/Symfony/Component/Cache/autoload.php";

use Doctrine\ORM\EntityManager;
use Doctrine\ORM\Mapping as ORM;
use Doctrine\ORM\ORMSetup;
use Doctrine\ORM\Tools\SchemaTool;

#[ORM\Entity]
class Subscription
{
    #[ORM\Column, ORM\Id, ORM\GeneratedValue] public int $id;
    #[ORM\Column(type: "date")] public DateTime $due;
    #[ORM\Column(type: "date_immutable")] public DateTimeImmutable $alsoDue;
    #[ORM\Column] public int $charged = 0;

    public function __construct(#[ORM\Column(unique: true)] public string $reference)
    {
        $this->due = new DateTime("2026-12-01");
        $this->alsoDue = new DateTimeImmutable("2026-12-01");
    }
}

$manager = EntityManager::create(["driver" => "pdo_sqlite", "memory" => true], ORMSetup::createAttributeMetadataConfiguration([], true));
(new SchemaTool($manager))->createSchema([$manager->getClassMetadata(Subscription::class)]);
$manager->persist(new Subscription("A-1"));
$manager->flush();
foreach (["2026-12-01", "2026-12-02", "2026-12-03"] as $today) {
    $manager->clear();
    $one = $manager->find(Subscription::class, 1);
    echo "$today: ";
    if ($one->due <= new DateTime($today)) {
        $one->charged += 5000;
        $one->due->modify("+1 month");
        echo "charged by the DateTime, ";
    }
    if ($one->alsoDue <= new DateTime($today)) {
        $one->alsoDue = $one->alsoDue->modify("+1 month");
        echo "charged by the DateTimeImmutable, ";
    }
    $manager->flush();
    $manager->clear();
    $one = $manager->find(Subscription::class, 1);
    echo "{$one->charged} cents so far, in the row: due {$one->due->format("Y-m-d")} and {$one->alsoDue->format("Y-m-d")}\n";
}
foreach (["A-1", "A-2", "A-3"] as $reference) {
    try {
        $manager->persist(new Subscription($reference));
        $manager->flush();
        echo "$reference is ordered\n";
    } catch (Exception $error) {
        echo "$reference: ", (new ReflectionClass($error))->getShortName(), "\n";
    }
}
PHP
/usr/bin/php shop.php | tee seen
diff seen - <<'TEXT'
2026-12-01: charged by the DateTime, charged by the DateTimeImmutable, 5000 cents so far, in the row: due 2026-12-01 and 2027-01-01
2026-12-02: charged by the DateTime, 10000 cents so far, in the row: due 2026-12-01 and 2027-01-01
2026-12-03: charged by the DateTime, 15000 cents so far, in the row: due 2026-12-01 and 2027-01-01
A-1: UniqueConstraintViolationException
A-2: EntityManagerClosed
A-3: EntityManagerClosed
TEXT
