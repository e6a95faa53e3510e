#!/usr/bin/env bash
# Perl's DBIx::Class 0.082843 (Debian 12), the records of many Perl shops. find() with a unique column drops the other conditions: find({ reference => "A-1", status => "PAID" }) finds the open order A-1, so that a shop
# that ships what it finds ships what nobody paid; find_or_create gives the same order. get_column("amount")->sum of a page with rows => 2 is the sum of all rows.
# Safe: search({ … })->single; a subselect, as_subselect_rs, before the sum.
# Needs Debian 12's libdbix-class-perl and libdbd-sqlite3-perl.
set -euo pipefail
perl -MDBIx::Class -MDBD::SQLite -e 1 2>/dev/null || { echo "needs Debian's packages libdbix-class-perl and libdbd-sqlite3-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >ship.pl <<'PERL'
use strict;
use warnings;

package Shop::Result::Sale;
use base "DBIx::Class::Core";
__PACKAGE__->table("sale");
__PACKAGE__->add_columns(id => { is_auto_increment => 1 }, qw(reference status amount));
__PACKAGE__->set_primary_key("id");
__PACKAGE__->add_unique_constraint(reference => ["reference"]);

package Shop;
use base "DBIx::Class::Schema";
__PACKAGE__->register_class(Sale => "Shop::Result::Sale");

package main;
my $shop = Shop->connect("dbi:SQLite:dbname=:memory:");
$shop->storage->dbh->do("create table sale (id integer primary key, reference text unique, status text, amount numeric)");
my $sales = $shop->resultset("Sale");
$sales->create({ reference => "A-$_", status => "OPEN", amount => 10 * $_ }) for 1 .. 4;

my $paid = { reference => "A-1", status => "PAID" };
my $found = sub { my $sale = shift; $sale ? "found, " . $sale->status : "nothing" };
print "DBIx::Class $DBIx::Class::VERSION\n";
print "find: ", $found->($sales->find($paid)), "\n";
print "search, single: ", $found->($sales->search($paid)->single), "\n";
print "find_or_create: ", $found->($sales->find_or_create($paid)), "\n";
my $page = $sales->search({}, { order_by => "id", rows => 2, page => 1 });
print "a page of two: ", join(" and ", map { $_->amount } $page->all), ", its sum ", $page->get_column("amount")->sum, ", by a subselect ", $page->as_subselect_rs->get_column("amount")->sum, "\n";
PERL
perl ship.pl | tee seen
diff seen - <<'TEXT'
DBIx::Class 0.082843
find: found, OPEN
search, single: nothing
find_or_create: found, OPEN
a page of two: 10 and 20, its sum 100, by a subselect 30
TEXT
