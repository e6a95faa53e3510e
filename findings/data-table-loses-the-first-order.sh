#!/usr/bin/env bash
# Perl's Data::Table 1.78 (Debian 12). fromFile guesses if a file begins with a header: a first line without a number is one. In a list of orders and statuses without a header the first order is gone: it is the name of the columns.
# With amounts nothing is lost. sort takes (5.00) and 1,234.50 for 0 and 1 if it is told to sort numbers, and a sum by group has 1 for 1,234.50.
# Safe: fromFile($file, { has_header => 0 }).
# Needs Debian 12's libdata-table-perl.
set -euo pipefail
perl -MData::Table -e 1 2>/dev/null || { echo "needs Debian's package libdata-table-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' A-1,PAID A-2,OPEN A-3,PAID >statuses.csv
printf '%s\n' A-1,19.99 A-2,50.00 >amounts.csv
cat >orders.pl <<'PERL'
use strict;
use Data::Table;
for (["statuses.csv"], ["amounts.csv"], ["statuses.csv", { has_header => 0 }]) {
  my ($file, $options) = @$_;
  my $orders = Data::Table::fromFile($file, $options ? $options : ());
  print "$file", ($options ? " without a header" : ""), ": columns ", join(", ", $orders->header), "; orders ", join(", ", $orders->col(0)), "\n";
}
my $day = Data::Table->new([["A-1", "19.99"], ["A-2", "1,234.50"], ["A-3", "(5.00)"], ["A-4", "9.00"]], ["order", "amount"], 0);
$day->sort("amount", 0, 1);
print "sorted as numbers, the highest first: ", join(" ", $day->col("amount")), "\n";
PERL
perl orders.pl | tee seen
diff seen - <<'TEXT'
statuses.csv: columns A-1, PAID; orders A-2, A-3
amounts.csv: columns col1, col2; orders A-1, A-2
statuses.csv without a header: columns col1, col2; orders A-1, A-2, A-3
sorted as numbers, the highest first: 19.99 9.00 1,234.50 (5.00)
TEXT
