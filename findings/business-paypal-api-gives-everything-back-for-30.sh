#!/usr/bin/env bash
# Business::PayPal::API 0.77 (Debian 12), RefundTransaction: a refund of { Amount => 30 } without RefundType is a full refund, and the amount is dropped without a word. An amount
# of 0 in a partial refund is dropped, too. A call whose answer is lost gives an empty list and a warning: no error tells it from a refund that was never sent, and there is
# no key by which PayPal would know the second try. The script takes the place of PayPal and sends nothing.
# Safe: RefundType => "Partial" with each amount, and a query after an empty answer.
# Needs Debian 12's libbusiness-paypal-api-perl.
set -euo pipefail
perl -MBusiness::PayPal::API -e 1 2>/dev/null || { echo "needs Debian's package libbusiness-paypal-api-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >refund.pl <<'PERL'
use strict;
use warnings;
use SOAP::Lite;
use Business::PayPal::API::RefundTransaction;
my ($sent, $lost) = ("", 0);
{
  no warnings qw(redefine once);
  *SOAP::Lite::call = sub {
    my ($client, @call) = @_;
    $sent = SOAP::Serializer->envelope(method => @call[1 .. $#call]);
    die "read timeout\n" if $lost;
    return SOAP::Deserializer->deserialize('<Envelope><Body><RefundTransactionResponse><Ack>Success</Ack><RefundTransactionID>7</RefundTransactionID></RefundTransactionResponse></Body></Envelope>');
  };
}
my $paypal = Business::PayPal::API::RefundTransaction->new(Username => "u", Password => "p", Signature => "s");
sub refund {
  my %answer = $paypal->RefundTransaction(TransactionID => "1", @_);
  my ($type) = $sent =~ m{<RefundType[^>]*>(\w+)<};
  my ($amount) = $sent =~ m{<Amount[^>]*>([^<]+)<};
  return "$type, " . ($amount // "no amount") . ", answer: " . (join(" ", map { "$_=$answer{$_}" } grep { $answer{$_} } sort keys %answer) || "nothing");
}
print "Amount 30: ", refund(Amount => "30.00"), "\n";
print "Partial, Amount 30: ", refund(RefundType => "Partial", Amount => "30.00"), "\n";
print "Partial, Amount 0: ", refund(RefundType => "Partial", Amount => 0), "\n";
$lost = 1;
print "Partial, Amount 30, lost: ", refund(RefundType => "Partial", Amount => "30.00"), "\n";
PERL
perl refund.pl 2>/dev/null | tee seen
diff seen - <<'TEXT'
Amount 30: Full, no amount, answer: Ack=Success RefundTransactionID=7
Partial, Amount 30: Partial, 30.00, answer: Ack=Success RefundTransactionID=7
Partial, Amount 0: Partial, no amount, answer: Ack=Success RefundTransactionID=7
Partial, Amount 30, lost: Partial, 30.00, answer: nothing
TEXT
