#!/usr/bin/env bash
# Perl's CGI::FormBuilder 3.10 (Debian 12). The pattern CCYY for a card's year takes two digits that aren't 0: cards that expire in 2030 are refused, as "30", and later those of 2040. CCMM is /^0[1-9]|1[012]$/, so that
# 13 and 00 are refused, but 0199 and 512 pass. CARD knows 15 and 16 digits: a UnionPay card of 19 digits is refused. NUM refuses 1,234.50 and 1e2.
# Safe: patterns of the shop, such as /^\d\d$/ and /^(0[1-9]|1[0-2])$/.
# Needs Debian 12's libcgi-formbuilder-perl.
set -euo pipefail
perl -MCGI::FormBuilder -e 1 2>/dev/null || { echo "needs Debian's package libcgi-formbuilder-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >card.pl <<'PERL'
use strict;
use warnings;
use CGI;
use CGI::FormBuilder;
for ([CCYY => qw(26 27 29 30 31 40)], [CCMM => qw(01 12 13 00 0199 512)], [CARD => qw(4111111111111111 378282246310005 6222020200112230006)], [NUM => "50.00", "1,234.50", "1e2"]) {
  my ($kind, @values) = @$_;
  print "$kind:", (map {
    my $form = CGI::FormBuilder->new(fields => ["value"], validate => { value => $kind }, params => CGI->new({ value => $_, _submitted => 1 }));
    " $_ " . ($form->validate ? "passes" : "is refused") . ";"
  } @values), "\n";
}
PERL
perl card.pl | tee seen
diff seen - <<'TEXT'
CCYY: 26 passes; 27 passes; 29 passes; 30 is refused; 31 passes; 40 is refused;
CCMM: 01 passes; 12 passes; 13 is refused; 00 is refused; 0199 passes; 512 passes;
CARD: 4111111111111111 passes; 378282246310005 passes; 6222020200112230006 is refused;
NUM: 50.00 passes; 1,234.50 is refused; 1e2 is refused;
TEXT
