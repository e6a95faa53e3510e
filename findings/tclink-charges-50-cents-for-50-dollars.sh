#!/usr/bin/env bash
# Business::OnlinePayment::TCLink 1.03 (Debian 12), a Perl shop's way to TrustCommerce, takes everything but digits out of the amount. So only a text with two
# decimals is right: the number 50 is 50 cents, 19.90 is 1.99, and 0.1 + 0.2 is 3 cents, in a refund, too; 19.999 is 199.99. Its sisters send dollars.
# An expiry of 12/2027 becomes 122027. The order's number (invoice_number) isn't sent at all. The script catches each call and sends nothing.
# Safe: sprintf "%.2f" for each amount, and the expiry as 12/27.
# Needs Debian 12's libbusiness-onlinepayment-tclink-perl.
set -euo pipefail
perl -MBusiness::OnlinePayment::TCLink -e 1 2>/dev/null || { echo "needs Debian's package libbusiness-onlinepayment-tclink-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >sell.pl <<'PERL'
use strict;
use warnings;
use Business::OnlinePayment;
use Business::OnlinePayment::TCLink;
my %sent;
{
  no warnings "redefine";
  *Net::TCLink::send = sub { %sent = %{$_[0]}; return (status => "approved", transid => "1") };
}
sub sent {
  my $call = Business::OnlinePayment->new("TCLink");
  $call->content(
    type => "CC", login => "1", password => "p", action => "Normal Authorization", card_number => "4111111111111111", expiration => "12/27",
    amount => "50.00", first_name => "A", last_name => "B", @_,
  );
  $call->submit;
  return \%sent;
}
print "the text $_: ", sent(amount => $_)->{amount}, " cents\n" for "50.00", "19.9", "19.999";
print "the number $_: ", sent(amount => $_)->{amount}, " cents\n" for 50.00, 19.90, 0.1 + 0.2;
print "a refund of the number 50: ", sent(action => "Credit", amount => 50)->{amount}, " cents\n";
print "expiry $_: ", sent(expiration => $_)->{exp}, "\n" for "12/27", "12/2027";
print "the order A-1 is sent: ", (scalar grep { $_ eq "A-1" } values %{sent(invoice_number => "A-1")}) ? "yes" : "no", "\n";
PERL
perl sell.pl | tee seen
diff seen - <<'TEXT'
the text 50.00: 5000 cents
the text 19.9: 199 cents
the text 19.999: 19999 cents
the number 50: 50 cents
the number 19.9: 199 cents
the number 0.3: 03 cents
a refund of the number 50: 50 cents
expiry 12/27: 1227
expiry 12/2027: 122027
the order A-1 is sent: no
TEXT
