#!/usr/bin/env bash
# Perl's DBD::CSV 0.60 with SQL::Statement 1.414 (Debian 12): SQL over a payment report. WHERE reference = '0051', with the text in quotes, finds 51 as well, and '1e1' is 10:
# two texts that are numbers are compared as numbers. SUM leaves out 1,234.50 and (5.00), and MAX and amount > 20 don't see 1,234.50, without an error or a warning;
# only arithmetic, such as amount * 2, has an error.
# Safe: WHERE reference LIKE '0051'; amounts checked by the shop first.
# Needs Debian 12's libdbd-csv-perl.
set -euo pipefail
perl -MDBD::CSV -e1 2>/dev/null || { echo "needs Debian's package libdbd-csv-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >report.csv <<'CSV'
reference,amount
0051,50.00
51,19.99
1e1,1.00
10,2.00
A-1,"1,234.50"
A-2,(5.00)
CSV
cat >report.pl <<'PERL'
use strict;
use warnings;
use DBI;
my $report = DBI->connect('dbi:CSV:', undef, undef, { f_dir => '.', f_ext => '.csv', RaiseError => 1 });
for my $query ("reference FROM report WHERE reference = '0051'", "reference FROM report WHERE reference LIKE '0051'", "reference FROM report WHERE reference = '10'", 'SUM(amount) FROM report', 'MAX(amount) FROM report', 'reference FROM report WHERE amount > 20') {
  print "$query: ", join(' ', map { $_->[0] } @{ $report->selectall_arrayref("SELECT $query") }), "\n";
}
PERL
perl report.pl 2>&1 | tee seen
diff seen - <<'TEXT'
reference FROM report WHERE reference = '0051': 0051 51
reference FROM report WHERE reference LIKE '0051': 0051
reference FROM report WHERE reference = '10': 1e1 10
SUM(amount) FROM report: 72.99
MAX(amount) FROM report: 50.00
reference FROM report WHERE amount > 20: 0051
TEXT
