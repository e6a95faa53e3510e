#!/usr/bin/env bash
# Perl's DBIx::Class 0.082843 (Debian 12): a job books five paid orders, each in a txn_do of its own, and leaves the second, which is known, by "next" within the block. Perl goes to the loop's next order, with a warning that is shown only with
# "use warnings", and the transaction is neither committed nor rolled back: it stays open. The orders after it are transactions within it, so each seems to be booked, and a query of the same job finds them. When the job ends, they are all gone, with the exit code 0 and a line about a rollback in its log;
# only the first is there. With "return" in place of "next" four are there, and with DBIx::Connector 0.58 either way.
# Safe: return in the block, and use warnings FATAL => "exiting".
# Needs Debian 12's libdbix-class-perl, libdbix-connector-perl and libdbd-sqlite3-perl.
set -euo pipefail
perl -MDBD::SQLite -MDBIx::Class -MDBIx::Connector -e 1 2>/dev/null || { echo "needs Debian's packages libdbix-class-perl, libdbix-connector-perl and libdbd-sqlite3-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >job.pl <<'PERL'
use strict;
package Shop::Schema { use base "DBIx::Class::Schema"; }
package main;
use DBIx::Connector;
my ($library, $word) = @ARGV;
my @login = ("dbi:SQLite:dbname=books", "", "", { RaiseError => 1, PrintError => 0, AutoCommit => 1 });
my $schema = Shop::Schema->connect(@login);
my $connector = DBIx::Connector->new(@login);
my $handle = sub { $library eq "DBIx::Class" ? $schema->storage->dbh : $connector->dbh };
my $transaction = sub { my $block = shift; $library eq "DBIx::Class" ? $schema->txn_do($block) : $connector->txn($block) };
$handle->()->do("CREATE TABLE IF NOT EXISTS orders (ref TEXT)");
$handle->()->do("DELETE FROM orders");
for my $order (qw(A-1 A-2 A-3 A-4 A-5)) {
  $transaction->(sub {
    if ($order eq "A-2") { if ($word eq "next") { next } else { return } }
    $handle->()->do("INSERT INTO orders VALUES (?)", undef, $order);
  });
}
print "the job finds ", join(" ", @{ $handle->()->selectcol_arrayref("SELECT ref FROM orders ORDER BY ref") });
PERL
cat >look.pl <<'PERL'
use DBI;
print join(" ", @{ DBI->connect("dbi:SQLite:dbname=books")->selectcol_arrayref("SELECT ref FROM orders ORDER BY ref") });
PERL
for library in DBIx::Class DBIx::Connector; do
  for word in next return; do
    code=0
    told=$(perl job.pl $library $word 2>log) || code=$?
    echo "$library, $word: $told, exit code $code, afterwards $(perl look.pl)"
  done
done | tee seen
diff seen - <<'TEXT'
DBIx::Class, next: the job finds A-1 A-3 A-4 A-5, exit code 0, afterwards A-1
DBIx::Class, return: the job finds A-1 A-3 A-4 A-5, exit code 0, afterwards A-1 A-3 A-4 A-5
DBIx::Connector, next: the job finds A-1 A-3 A-4 A-5, exit code 0, afterwards A-1 A-3 A-4 A-5
DBIx::Connector, return: the job finds A-1 A-3 A-4 A-5, exit code 0, afterwards A-1 A-3 A-4 A-5
TEXT
