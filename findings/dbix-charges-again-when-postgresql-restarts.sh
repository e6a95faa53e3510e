#!/usr/bin/env bash
# Perl's DBIx::Class 0.082843 and DBIx::Connector 0.58 (Debian 12): txn_do() and txn(fixup => …) run the whole block again if the connection to the database ended within it, as when PostgreSQL restarts or fails over, or a
# limit for idle transactions ends it while the service takes its time. A charge in the block is then made a second time, and the shop's row says that it was made once. txn(ping => …) and txn(no_ping => …) of DBIx::Connector run it once, and die.
# A block that dies of something else, as a decline, runs once.
# Safe: charge outside of the block, between a row that says so before and one that says so after.
# Needs Debian 12's postgresql-15, libdbd-pg-perl, libdbix-class-perl and libdbix-connector-perl.
set -euo pipefail
# shellcheck disable=SC2046
bin=/usr/lib/postgresql/15/bin
[ -x $bin/initdb ] && perl -MDBD::Pg -MDBIx::Class -MDBIx::Connector -e 1 2>/dev/null || { echo "needs Debian's packages postgresql-15, libdbd-pg-perl, libdbix-class-perl and libdbix-connector-perl"; exit 1; }
folder=$(mktemp -d)
user() { if [ "$(id -u)" = 0 ]; then echo "setpriv --reuid=postgres --regid=postgres --clear-groups"; fi; }
cleanup() { $(user) $bin/pg_ctl -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true; cd /; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
chmod 777 .
$(user) $bin/initdb -D data -A trust -U shop >/dev/null
$(user) $bin/pg_ctl -D data -l log -w -o "-c listen_addresses='' -k $folder" start >/dev/null
psql -q -h "$folder" -U shop postgres -c "CREATE TABLE charges (ref text)"
cat >shop.pl <<'PERL'
use strict;
use warnings;
package Shop::Schema { use base "DBIx::Class::Schema"; }
package main;
use DBI;
use DBIx::Connector;
my @login = ("dbi:Pg:host=$ARGV[0];dbname=postgres", "shop", "", { RaiseError => 1, PrintError => 0, AutoCommit => 1 });
my $other = DBI->connect(@login);
my ($made, $isDeclined);
sub block {
  my $handle = shift;
  my ($server) = $handle->selectrow_array("SELECT pg_backend_pid()");
  $made++;
  die "declined\n" if $isDeclined;
  if ($made == 1) { $other->do("SELECT pg_terminate_backend($server)"); select(undef, undef, undef, 0.3); }
  $handle->do("INSERT INTO charges VALUES ('A-1')");
}
sub try {
  my ($name, $run) = @_;
  $made = 0;
  $other->do("DELETE FROM charges");
  my $end = eval { $run->(); 1 } ? "done" : "an error";
  my ($rows) = $other->selectrow_array("SELECT count(*) FROM charges");
  print "$name: charged $made times, rows $rows, $end\n";
}
my $schema = Shop::Schema->connect(@login);
my $connector = DBIx::Connector->new(@login);
for (0, 1) {
  $isDeclined = $_;
  print $isDeclined ? "declined:\n" : "the connection ends:\n";
  try("DBIx::Class txn_do", sub { $schema->txn_do(sub { block($schema->storage->dbh) }) });
  for my $mode (qw(fixup ping no_ping)) { try("DBIx::Connector txn, $mode", sub { $connector->txn($mode => sub { block($_) }) }); }
}
PERL
perl shop.pl "$folder" | tee seen
diff seen - <<'TEXT'
the connection ends:
DBIx::Class txn_do: charged 2 times, rows 1, done
DBIx::Connector txn, fixup: charged 2 times, rows 1, done
DBIx::Connector txn, ping: charged 1 times, rows 0, an error
DBIx::Connector txn, no_ping: charged 0 times, rows 0, an error
declined:
DBIx::Class txn_do: charged 1 times, rows 0, an error
DBIx::Connector txn, fixup: charged 1 times, rows 0, an error
DBIx::Connector txn, ping: charged 1 times, rows 0, an error
DBIx::Connector txn, no_ping: charged 1 times, rows 0, an error
TEXT
