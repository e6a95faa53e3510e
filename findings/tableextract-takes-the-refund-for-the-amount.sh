#!/usr/bin/env bash
# Perl's HTML::TableExtract 2.15 (Debian 12). A header is found wherever its text occurs, and the first column from the left wins: headers => ["Order", "Amount"] of a statement with the columns "Order date", "Order", "Amount
# refunded" and "Amount" gives the dates and the refunds. A price that is struck out and its new one are one text: 50.0040.00.
# Safe: headers => [qr/^Order$/, qr/^Amount$/] as patterns.
# Needs Debian 12's libhtml-tableextract-perl.
set -euo pipefail
perl -MHTML::TableExtract -e 1 2>/dev/null || { echo "needs Debian's package libhtml-tableextract-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >statement.html <<'HTML'
<table>
<tr><th>Order date</th><th>Order</th><th>Amount refunded</th><th>Amount</th></tr>
<tr><td>2026-11-30</td><td>A-1</td><td>5.00</td><td>50.00</td></tr>
<tr><td>2026-11-30</td><td>A-2</td><td>0.00</td><td><s>50.00</s>40.00</td></tr>
</table>
HTML
cat >statement.pl <<'PERL'
use strict;
use warnings;
use HTML::TableExtract;
for my $headers (["Order", "Amount"], ['^Order$', '^Amount$'], [qr/^Order$/, qr/^Amount$/]) {
  my $table = HTML::TableExtract->new(headers => $headers);
  $table->parse_file("statement.html");
  print ref $headers->[0] ? "patterns" : join(" and ", @$headers), ":\n";
  print "  $_->[0]: $_->[1]\n" for map { $_->rows } $table->tables;
}
PERL
perl statement.pl | tee seen
diff seen - <<'TEXT'
Order and Amount:
  2026-11-30: 5.00
  2026-11-30: 0.00
^Order$ and ^Amount$:
  A-1: 50.00
  A-2: 50.0040.00
patterns:
  A-1: 50.00
  A-2: 50.0040.00
TEXT
