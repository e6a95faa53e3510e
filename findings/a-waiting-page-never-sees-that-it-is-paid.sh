#!/usr/bin/env bash
# A page of thanks asks the database for its order again and again, while the webhook's process writes PAID. SQLAlchemy 1.4.46 in one session and Doctrine ORM 2.14.1 send the query, get
# PAID, and hand out the object that the page holds: OPEN, for ever. ActiveRecord 6.1.7 does not ask again within ActiveRecord::Base.cache, which Rails puts around
# each request. Pony 0.7.16 raises an error. The shopper is told to pay again. peewee 3.14.10 and Sequel 5.63.0 say PAID. Needs Debian 12's python3-sqlalchemy,
# python3-pony, python3-peewee, php-doctrine-orm, php8.2-sqlite3, ruby-activerecord, ruby-sequel, ruby-sqlite3 and sqlite3.
# Safe: refresh() or populate_existing(), EntityManager::refresh(), uncached or reload; or a request for each look.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo "sqlite3 shop.db \"PRAGMA busy_timeout = 5000; UPDATE orders SET status = 'PAID'\" >/dev/null" >webhook.sh
cat >sqlalchemy_page.py <<'PYTHON'
import subprocess
from sqlalchemy import Column, Integer, String, create_engine
from sqlalchemy.orm import Session, declarative_base
class Order(declarative_base()):
    __tablename__ = "orders"
    id = Column(Integer, primary_key=True)
    reference = Column(String)
    status = Column(String)
with Session(create_engine("sqlite:///shop.db")) as session:
    order = session.query(Order).filter_by(reference="A-1").one()
    seen = [order.status]
    subprocess.run(["sh", "webhook.sh"])
    for time in range(2):
        order = session.query(Order).filter_by(reference="A-1").one()
        seen.append(order.status)
    seen += ["the column:", session.query(Order.status).filter_by(reference="A-1").scalar()]
print("SQLAlchemy:", *seen)
PYTHON
cat >pony_page.py <<'PYTHON'
import os, subprocess
from pony.orm import Database, Optional, PrimaryKey, db_session
database = Database("sqlite", os.path.abspath("shop.db"))
class Order(database.Entity):
    _table_ = "orders"
    id = PrimaryKey(int)
    reference = Optional(str)
    status = Optional(str)
database.generate_mapping()
with db_session:
    seen = [Order.get(reference="A-1").status]
    subprocess.run(["sh", "webhook.sh"])
    try:
        seen.append(Order.get(reference="A-1").status)
    except Exception as error:
        seen.append(type(error).__name__)
print("Pony:", *seen)
PYTHON
cat >peewee_page.py <<'PYTHON'
import subprocess
from peewee import Model, SqliteDatabase, TextField
class Order(Model):
    reference = TextField()
    status = TextField()
    class Meta:
        database = SqliteDatabase("shop.db")
        table_name = "orders"
seen = [Order.get(Order.reference == "A-1").status]
subprocess.run(["sh", "webhook.sh"])
print("peewee:", *seen, Order.get(Order.reference == "A-1").status)
PYTHON
cat >doctrine.php <<'PHP'
<?php
require "/usr/share/php/Doctrine/ORM/autoload.php";
use Doctrine\ORM\Mapping as Map;
#[Map\Entity]
#[Map\Table(name: "orders")]
class Order {
    #[Map\Id, Map\Column(type: "integer")]
    public $id;
    #[Map\Column(type: "string")]
    public $reference;
    #[Map\Column(type: "string")]
    public $status;
}
$setup = Doctrine\ORM\ORMSetup::createAttributeMetadataConfiguration([__DIR__], true);
$manager = Doctrine\ORM\EntityManager::create(["driver" => "pdo_sqlite", "path" => "shop.db"], $setup);
$look = fn() => $manager->getRepository(Order::class)->findOneBy(["reference" => "A-1"])->status;
$seen = [$look()];
shell_exec("sh webhook.sh");
array_push($seen, $look(), $look());
$manager->clear();
echo "Doctrine: ", implode(" ", $seen), " after clear(): ", $look(), "\n";
PHP
cat >active_record.rb <<'RUBY'
require "active_record"
ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: "shop.db")
class Order < ActiveRecord::Base; end
look = -> { Order.find_by(reference: "A-1").status }
look.call # Loads the model, as a server does at its start.
ActiveRecord::Base.cache do
  seen = [look.call]
  system("sh webhook.sh")
  seen += [look.call, look.call]
  puts "ActiveRecord: #{seen.join(" ")} uncached: #{Order.uncached(&look)}"
end
RUBY
cat >sequel_page.rb <<'RUBY'
require "sequel"
database = Sequel.sqlite("shop.db")
class Order < Sequel::Model(database[:orders]); end
seen = [Order.first(reference: "A-1").status]
system("sh webhook.sh")
puts "Sequel: #{seen.join} #{Order.first(reference: "A-1").status}"
RUBY
for page in "/usr/bin/python3 sqlalchemy_page.py" "php doctrine.php" "ruby active_record.rb" "/usr/bin/python3 pony_page.py" "/usr/bin/python3 peewee_page.py" "ruby sequel_page.rb"; do
  rm -f shop.db*
  sqlite3 shop.db "PRAGMA journal_mode = WAL; CREATE TABLE orders (id INTEGER PRIMARY KEY, reference TEXT, status TEXT); INSERT INTO orders VALUES (1, 'A-1', 'OPEN')" >/dev/null
  $page
done 2>errors | tee seen
diff seen - <<'TEXT'
SQLAlchemy: OPEN OPEN OPEN the column: PAID
Doctrine: OPEN OPEN OPEN after clear(): PAID
ActiveRecord: OPEN OPEN OPEN uncached: PAID
Pony: OPEN UnrepeatableReadError
peewee: OPEN PAID
Sequel: OPEN PAID
TEXT
