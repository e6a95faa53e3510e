#!/usr/bin/env bash
# Perl's own Memoize 1.03 (Debian 12's Perl 5.36). The key of a call is its arguments as texts, and the text of a hash or an object is its address. A loop that asks query({ reference => "A-2" }) makes
# its hash where the last one was, so that the first order's answer is given for the others: 998 of 1000 here. NORMALIZER is the remedy that its documentation has
# for named arguments.
# Safe: memoize with NORMALIZER => sub { $_[0]{reference} }, or pass the reference alone.
# Needs nothing more than perl.
set -euo pipefail
perl -MMemoize -e 1 2>/dev/null || { echo "needs Debian's package perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >orders.pl <<'PERL'
use strict;
use warnings;
use Memoize;

sub query { my ($order) = @_; "answer for $order->{reference}" }
sub named { my ($order) = @_; "answer for $order->{reference}" }
sub plain { my ($reference) = @_; "answer for $reference" }
memoize("query");
memoize("named", NORMALIZER => sub { $_[0]{reference} });
memoize("plain");

my ($wrong, $named, $plain) = (0, 0, 0);
for my $number (1 .. 1000) {
  my $answer = query({ reference => "A-$number" });
  $wrong++ if $answer ne "answer for A-$number";
}
for my $number (1 .. 1000) {
  my $answer = named({ reference => "A-$number" });
  $named++ if $answer ne "answer for A-$number";
  $plain++ if plain("A-$number") ne "answer for A-$number";
}
print "another order's answer: ", ($wrong > 900 ? "more than 900" : $wrong), " of 1000 by a hash, $named with NORMALIZER, $plain by the reference\n";
PERL
perl orders.pl | tee seen
diff seen - <<'TEXT'
another order's answer: more than 900 of 1000 by a hash, 0 with NORMALIZER, 0 by the reference
TEXT
