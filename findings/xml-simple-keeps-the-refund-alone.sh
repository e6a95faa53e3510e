#!/usr/bin/env bash
# Perl's XML::Simple 2.25 (Debian 12): elements with an attribute or a child named id, key or name are folded into a hash by it. Of a sale and its refund with one id, XMLin keeps
# the last one; the sale is gone, with a warning only if the program has warnings on. A report of one payment has another shape than one of two.
# Safe: XMLin($xml, KeyAttr => [], ForceArray => ['payment']), or XML::LibXML.
# Needs Debian 12's libxml-simple-perl.
set -euo pipefail
perl -MXML::Simple -e1 2>/dev/null || { echo "needs Debian's package libxml-simple-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >report.pl <<'PERL'
use strict;
use XML::Simple;
use JSON::PP;
my $json = JSON::PP->new->canonical;
my $sale = '<payment id="100000000000000051" type="SALE" amount="50.00"/>';
my $refund = '<payment id="100000000000000051" type="REFUND" amount="-20.00"/>';
print 'a sale: ', $json->encode(XMLin("<report>$sale</report>")), "\n";
print 'a sale and its refund: ', $json->encode(XMLin("<report>$sale$refund</report>")), "\n";
print 'with children: ', $json->encode(XMLin('<report><payment><name>A-1</name><amount>50.00</amount></payment><payment><name>A-1</name><amount>-20.00</amount></payment></report>')), "\n";
print 'KeyAttr => []: ', $json->encode(XMLin("<report>$sale$refund</report>", KeyAttr => [], ForceArray => ['payment'])), "\n";
PERL
perl report.pl 2>&1 | tee seen
diff seen - <<'TEXT'
a sale: {"payment":{"amount":"50.00","id":"100000000000000051","type":"SALE"}}
a sale and its refund: {"payment":{"100000000000000051":{"amount":"-20.00","type":"REFUND"}}}
with children: {"payment":{"A-1":{"amount":"-20.00"}}}
KeyAttr => []: {"payment":[{"amount":"50.00","id":"100000000000000051","type":"SALE"},{"amount":"-20.00","id":"100000000000000051","type":"REFUND"}]}
TEXT
