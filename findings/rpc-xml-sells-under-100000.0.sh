#!/usr/bin/env bash
# Perl's RPC::XML 0.82 (Debian 12), by which shops talk to services of XML-RPC, such as Odoo. It guesses each value's type from its text, also if the shop has a
# text: the reference 1E5 is sent as the double 100000.0, 50.00 as 50.0, and two references of 20 digits as the same double. 0051 is an int, which readers take for 51.
# Safe: RPC::XML::string->new($reference), or $RPC::XML::FORCE_STRING_ENCODING = 1.
# Needs Debian 12's librpc-xml-perl.
set -euo pipefail
perl -MRPC::XML -e1 2>/dev/null || { echo "needs Debian's package librpc-xml-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >order.pl <<'PERL'
use strict;
use warnings;
use RPC::XML;
for my $reference ("A-1", "0051", "1E5", "50.00", "12345678901234567890", "12345678901234567891") {
    my $guessed = RPC::XML::smart_encode($reference)->as_string;
    my $safe    = RPC::XML::string->new($reference)->as_string;
    local $RPC::XML::FORCE_STRING_ENCODING = 1;
    print "$reference: $guessed, $safe, ", RPC::XML::smart_encode($reference)->as_string, "\n";
}
PERL
perl order.pl | tee seen
diff seen - <<'TEXT'
A-1: <string>A-1</string>, <string>A-1</string>, <string>A-1</string>
0051: <int>0051</int>, <string>0051</string>, <string>0051</string>
1E5: <double>100000.0</double>, <string>1E5</string>, <string>1E5</string>
50.00: <double>50.0</double>, <string>50.00</string>, <string>50.00</string>
12345678901234567890: <double>12345678901234567168.0</double>, <string>12345678901234567890</string>, <string>12345678901234567890</string>
12345678901234567891: <double>12345678901234567168.0</double>, <string>12345678901234567891</string>, <string>12345678901234567891</string>
TEXT
