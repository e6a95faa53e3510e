#!/usr/bin/env bash
# Perl's Number::Format 1.75 (Debian 12). unformat_number reads a K, M or G at the end as 1024, 1048576 and so on, whatever stands before it: 5K is 5120,
# "Order 5K" too, and 5M dollars are 5242880. It drops brackets and a minus at the end, so that a credit of (50.00) or 50.00- is a payment of 50.
# format_price writes the sign in front of the currency, and a rest of -0.001 as -USD 0.00.
# Safe: refuse what isn't /^-?\d{1,3}(,?\d{3})*(\.\d\d)?$/ before you read it.
# Needs Debian 12's libnumber-format-perl.
set -euo pipefail
perl -MNumber::Format -e 1 2>/dev/null || { echo "needs Debian's package libnumber-format-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >read.pl <<'PERL'
use strict;
use warnings;
use Number::Format;
my $format = Number::Format->new;
print "$_: ", $format->unformat_number($_), "\n" for "1,234.50", "-50.00", "(50.00)", "50.00-", "5K", "Order 5K", "5M", "1E+2";
print join(", ", map { $format->format_price($_) } 1234.5, -50, -0.001), "\n";
PERL
perl read.pl | tee seen
diff seen - <<'TEXT'
1,234.50: 1234.5
-50.00: -50
(50.00): 50
50.00-: 50
5K: 5120
Order 5K: 5120
5M: 5242880
1E+2: 12
USD 1,234.50, -USD 50.00, -USD 0.00
TEXT
