#!/usr/bin/env bash
# Business::OnlinePayment::AuthorizeNet 3.23 (Debian 12), a Perl shop's way to Authorize.Net by AIM: it takes recurring_billing, but leaves x_recurring_billing out of
# the call, so that a renewal looks like a purchase by the shopper. A bank account's holder (account_name), which it requires, isn't sent either. A payment that is
# held for review (response 4), and may be charged later, is told as a failure, just as a decline (2) and an error (3) are, so that the shopper pays again.
# The script catches each call and sends nothing.
# Safe: look at the first field of server_response before a shopper may try again, and charge renewals by the subscriptions of ARB.
# Needs Debian 12's libbusiness-onlinepayment-authorizenet-perl.
set -euo pipefail
perl -MBusiness::OnlinePayment::AuthorizeNet -e 1 2>/dev/null || { echo "needs Debian's package libbusiness-onlinepayment-authorizenet-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >sell.pl <<'PERL'
use strict;
use warnings;
use Business::OnlinePayment;
use Business::OnlinePayment::AuthorizeNet;
require Business::OnlinePayment::AuthorizeNet::AIM;
my (%sent, $answer);
{
  no warnings qw(redefine once);
  *Business::OnlinePayment::AuthorizeNet::AIM::https_post = sub {
    %sent = %{$_[2]};
    my $quote = $sent{x_encap_char};
    return (join(",", map { $quote . $_ . $quote } $answer, 1, 1, "This transaction has been handled.", "AUTH", "Y", "123"), "200 OK");
  };
}
sub sell {
  my $call = Business::OnlinePayment->new("AuthorizeNet");
  $call->content(
    type => "VISA", login => "1", password => "p", action => "Normal Authorization", card_number => "4111111111111111", expiration => "12/27",
    amount => "50.00", first_name => "A", last_name => "B", invoice_number => "A-1", @_,
  );
  $call->submit;
  return $call;
}
$answer = 1;
sell(recurring_billing => "YES");
print "a renewal: ", join(" ", map { "$_=$sent{$_}" } grep { /amount|invoice|recurring/i } sort keys %sent), "\n";
sell(type => "check", account_name => "B", account_number => "1", routing_code => "2", bank_name => "C", account_type => "personal checking");
print "a bank account: ", join(" ", map { "$_=$sent{$_}" } grep { /bank/i } sort keys %sent), "\n";
for (1 .. 4) {
  $answer = $_;
  my $call = sell();
  print "response $_: ", $call->is_success ? "success" : "failure", ", transaction ", $call->order_number, "\n";
}
PERL
perl sell.pl | tee seen
diff seen - <<'TEXT'
a renewal: x_Amount=50.00 x_Invoice_Num=A-1
a bank account: x_Bank_ABA_Code=2 x_Bank_Acct_Num=1 x_Bank_Acct_Type=CHECKING x_Bank_Name=C
response 1: success, transaction 123
response 2: failure, transaction 123
response 3: failure, transaction 123
response 4: failure, transaction 123
TEXT
