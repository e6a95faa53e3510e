#!/usr/bin/env bash
# Perl's Text::Autoformat 1.750000 (Debian 12), which wraps the text of mails. It takes lines that begin with a number for a list and numbers them anew: the orders 51., 7. and 12. of a mail
# become 51., 52. and 53. With lists => 0 the numbers stay, but the lines become one.
# Safe: ignore => qr/^\s*\d+\./, which leaves such paragraphs as they are.
# Needs Debian 12's libtext-autoformat-perl.
set -euo pipefail
perl -MText::Autoformat -e 1 2>/dev/null || { echo "needs Debian's package libtext-autoformat-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >mail.pl <<'PERL'
use strict;
use Text::Autoformat;

print "Text::Autoformat $Text::Autoformat::VERSION\n";
my $mail = "You paid these orders:\n\n 51. Shoes HK\$50.00\n 7. Socks HK\$5.00\n 12. Hat HK\$19.99\n";
print autoformat($mail, { all => 1 });
print "lists => 0: ", autoformat($mail, { all => 1, lists => 0 });
print "ignore: ", autoformat($mail, { all => 1, ignore => qr/^\s*\d+\./ });
PERL
perl mail.pl | sed 's/ *$//; /^$/d' | tee seen
diff seen - <<'TEXT'
Text::Autoformat 1.75
You paid these orders:
 51. Shoes HK$50.00
 52. Socks HK$5.00
 53. Hat HK$19.99
lists => 0: You paid these orders:
 51. Shoes HK$50.00 7. Socks HK$5.00 12. Hat HK$19.99
ignore: You paid these orders:
 51. Shoes HK$50.00
 7. Socks HK$5.00
 12. Hat HK$19.99
TEXT
