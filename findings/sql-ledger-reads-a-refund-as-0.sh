#!/usr/bin/env bash
# SQL-Ledger 3.2.6 (Debian 12), a web shop's books: an amount that somebody types or pastes is read to its first strange character. (50.00) and HK$50.00 are 0,
# 1 234.50 is 1, and 50.00- is a payment of 50.00. With the German form of numbers 50.00 is 5000; with the American one 50,10 is 5010. There is no
# error. It rounds 1.00499 up to 1.01.
# Safe: type amounts as 1234.50 and -50.00 only, and look at the saved amount.
# Needs Debian 12's apt, which fetches sql-ledger without installing it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq sql-ledger=3.2.6-1 2>/dev/null || { echo "needs Debian 12's apt and its lists"; exit 1; }
dpkg-deb -x sql-ledger_*.deb .
cat >read.pl <<'PERL'
require SL::Form;
my $form = bless {}, "Form";
for my $amount ("50.00", "(50.00)", "50.00-", "HK\$50.00", "1 234.50", "50,10", "1.234,50") {
  my @seen = map { $form->parse_amount({ numberformat => $_ }, $amount) } "1,000.00", "1.000,00";
  print "$amount is $seen[0], in the German form $seen[1]\n";
}
print "1.00499 is ", $form->round_amount(1.00499, 2), "\n";
PERL
perl -Iusr/share/sql-ledger read.pl | tee seen
diff seen - <<'TEXT'
50.00 is 50, in the German form 5000
(50.00) is 0, in the German form 0
50.00- is 50, in the German form 5000
HK$50.00 is 0, in the German form 0
1 234.50 is 1, in the German form 1
50,10 is 5010, in the German form 50.1
1.234,50 is 1.2345, in the German form 1234.5
1.00499 is 1.01
TEXT
