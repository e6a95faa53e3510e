#!/usr/bin/env bash
# Perl's HTML::Template::Expr 0.07 (Debian 12), sums in a shop's templates. Operators have no precedence: a fee of 4 and two pieces at 3 are 18, as 4 + 2 * 3 is computed from left to right; 2 * 3 + 4 is right. "1,234.50"
# counts as 1, and the reference 0051 equals 51 by ==.
# Safe: brackets around each product; sums in the shop.
# Needs Debian 12's libhtml-template-expr-perl.
set -euo pipefail
perl -MHTML::Template::Expr -e 1 2>/dev/null || { echo "needs Debian's package libhtml-template-expr-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >bill.pl <<'PERL'
use strict;
use HTML::Template::Expr;

print "HTML::Template::Expr $HTML::Template::Expr::VERSION\n";
for my $sum ("fee + pieces * price", "fee + (pieces * price)", "pieces * price + fee", "total - price * pieces", "fee + large", "reference == 51") {
    my $template = HTML::Template::Expr->new(scalarref => \qq(<tmpl_var expr="$sum">), die_on_bad_params => 0);
    $template->param(fee => 4, pieces => 2, price => 3, total => 100, large => "1,234.50", reference => "0051");
    print "$sum: ", $template->output, "\n";
}
PERL
perl bill.pl | tee seen
diff seen - <<'TEXT'
HTML::Template::Expr 0.07
fee + pieces * price: 18
fee + (pieces * price): 10
pieces * price + fee: 10
total - price * pieces: 194
fee + large: 5
reference == 51: 1
TEXT
