#!/usr/bin/env bash
# Perl's Math::Round 0.07 (Debian 12). nlowmult rounds down and nhimult rounds up to a multiple, and amounts that are whole cents already should stay. Of the
# 9999 amounts from 0.01 to 99.99, nlowmult(.01) takes a cent of 1076, such as 0.29, and nhimult(.01) adds one to 287, such as 0.07. nearest,
# nearest_floor and nearest_ceil change none.
# Safe: nearest_floor and nearest_ceil, or cents as integers.
# Needs Debian 12's libmath-round-perl.
set -euo pipefail
perl -MMath::Round -e 1 2>/dev/null || { echo "needs Debian's package libmath-round-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >round.pl <<'PERL'
use strict;
use warnings;
use Math::Round qw(:all);
my %ways = (nlowmult => \&nlowmult, nhimult => \&nhimult, nearest => \&nearest, nearest_floor => \&nearest_floor, nearest_ceil => \&nearest_ceil);
for my $name (sort keys %ways) {
  my @changed = grep { sprintf("%.2f", $ways{$name}->(.01, $_)) ne $_ } map { sprintf "%.2f", $_ / 100 } 1 .. 9999;
  my $first = $changed[0];
  print "$name changes ", scalar @changed, defined $first ? sprintf(", first %s to %.2f", $first, $ways{$name}->(.01, $first)) : "", "\n";
}
PERL
perl round.pl | tee seen
diff seen - <<'TEXT'
nearest changes 0
nearest_ceil changes 0
nearest_floor changes 0
nhimult changes 287, first 0.07 to 0.08
nlowmult changes 1076, first 0.29 to 0.28
TEXT
