#!/usr/bin/env bash
# Perl's Data::FormValidator 4.88 (Debian 12): its filters clean a form's field and never refuse. The filters decimal, pos_decimal and dollars take a comma for a point, so
# "1,234.50" becomes 1.234.50, which Perl counts as 1.234. pos_decimal of -19.99 is 19.99, dollars of (5.00) is 5.00, and of 1E5 it is 15; integer of 19.99 is 1999.
# Safe: no filter but trim, and a constraint such as qr/^\d+\.\d\d$/.
# Needs Debian 12's libdata-formvalidator-perl.
set -euo pipefail
perl -MData::FormValidator -e1 2>/dev/null || { echo "needs Debian's package libdata-formvalidator-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >form.pl <<'PERL'
use strict;
use warnings;
use Data::FormValidator;
for my $typed ('50.00', '1,234.50', '-19.99', '(5.00)', '1E5', 'HK$50.00') {
  my @read = map { "$_ " . Data::FormValidator->check({ amount => $typed }, { required => ['amount'], field_filters => { amount => $_ } })->valid('amount') } qw(decimal pos_decimal dollars integer);
  print "$typed: ", join(', ', @read), "\n";
}
no warnings 'numeric';
print '1.234.50 + 0 is ', '1.234.50' + 0, "\n";
PERL
perl form.pl 2>&1 | tee seen
diff seen - <<'TEXT'
50.00: decimal 50.00, pos_decimal 50.00, dollars 50.00, integer 5000
1,234.50: decimal 1.234.50, pos_decimal 1.234.50, dollars 1.234.50, integer 123450
-19.99: decimal -19.99, pos_decimal 19.99, dollars -19.99, integer -1999
(5.00): decimal 5.00, pos_decimal 5.00, dollars 5.00, integer 500
1E5: decimal 15, pos_decimal 15, dollars 15, integer 15
HK$50.00: decimal 50.00, pos_decimal 50.00, dollars 50.00, integer 5000
1.234.50 + 0 is 1.234
TEXT
