#!/usr/bin/env bash
# Business::OnlinePayment::PaymenTech 2.07 (Debian 12), a Perl shop's way to Chase Paymentech, cuts the amount to cents instead of rounding it. It charges
# 19.98 for 19.99, and a cent less for 69 of the 999 amounts from 0.01 to 9.99, and its refunds lose the same cent. The shop's own books say 19.99. It cuts
# the expiry 12/2027, which five of its sisters read right, to December 2020. The script catches each call and sends nothing.
# Safe: write the expiry as 12/27, and compare what was charged with the order.
# Needs Debian 12's libbusiness-onlinepayment-paymentech-perl.
set -euo pipefail
perl -MBusiness::OnlinePayment::PaymenTech -e 1 2>/dev/null || { echo "needs Debian's package libbusiness-onlinepayment-paymentech-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >sell.pl <<'PERL'
use strict;
use warnings;
use Business::OnlinePayment;
use Business::OnlinePayment::PaymenTech;
my $sent;
{
  no warnings qw(redefine once);
  *Business::OnlinePayment::PaymenTech::https_post = sub {
    $sent = $_[2];
    return ("<Response><R><ProcStatus>0</ProcStatus><ApprovalStatus>1</ApprovalStatus></R></Response>", "200 OK");
  };
}
sub request {
  my $call = Business::OnlinePayment->new("PaymenTech", merchant_id => "000111222333", terminal_id => "001", currency => "USD");
  $call->content(
    type => "CC", login => "l", password => "p", action => "Normal Authorization", card_number => "4111111111111111", expiration => "12/27",
    first_name => "A", last_name => "B", address => "1 Street", city => "C", state => "NY", zip => "10001", order_number => "1", invoice_number => "A1", @_,
  );
  $call->test_transaction(1);
  $call->submit;
  my ($amount) = $sent =~ m{<Amount>(\d+)</Amount>};
  my ($expiry) = $sent =~ m{<Exp>(\d+)</Exp>};
  return ($amount, $expiry);
}
print "$_: ", (request(amount => $_))[0], "\n" for "19.99", "0.29", "50.00", "19.995";
print "refund of 19.99: ", (request(amount => "19.99", action => "Credit"))[0], "\n";
print "expiry $_: ", (request(amount => "50.00", expiration => $_))[1], "\n" for "12/27", "12/2027";
my $short = grep { (request(amount => sprintf "%.2f", $_ / 100))[0] == $_ - 1 } 1 .. 999;
print "a cent less for $short of 999 amounts\n";
PERL
perl sell.pl | tee seen
diff seen - <<'TEXT'
19.99: 1998
0.29: 28
50.00: 5000
19.995: 1999
refund of 19.99: 1998
expiry 12/27: 1227
expiry 12/2027: 1220
a cent less for 69 of 999 amounts
TEXT
