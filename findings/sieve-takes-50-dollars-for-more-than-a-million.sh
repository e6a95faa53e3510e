#!/usr/bin/env bash
# Dovecot's Sieve (Pigeonhole 0.5.19, Debian 12), for a shop that sorts the mails of its payment service. The comparator i;ascii-numeric reads the digits at the beginning: 1,234.50 is 1, so it isn't more than 100, and 50.99
# equals 50. What begins with no digit is more than any number: $50.00 and a refund of -50.00 are above a million. Only i;ascii-numeric compares numbers, and nothing warns.
# Safe: an amount in whole cents without a sign, or a filter outside of Sieve.
# Needs Debian 12's dovecot-sieve.
set -euo pipefail
[ -x /usr/bin/sieve-test ] || { echo "needs Debian's package dovecot-sieve"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
chmod 777 .
cat >conf <<CONF
mail_uid = nobody
mail_gid = nogroup
mail_location = maildir:$folder/mail
ssl = no
CONF
cat >sort.sieve <<'SIEVE'
require ["relational", "comparator-i;ascii-numeric", "fileinto", "copy"];
if header :value "gt" :comparator "i;ascii-numeric" "X-Amount" "1000000" { fileinto :copy "above-a-million"; }
if header :value "gt" :comparator "i;ascii-numeric" "X-Amount" "100" { fileinto :copy "above-100"; }
if header :value "eq" :comparator "i;ascii-numeric" "X-Amount" "50" { fileinto :copy "50"; }
SIEVE
run() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; else "$@"; fi; }
for amount in 99.00 150.00 1,234.50 '$50.00' 'USD 50.00' -50.00 50.99; do
  printf 'From: pay@example.com\nTo: shop@example.com\nSubject: paid\nX-Amount: %s\n\nPaid.\n' "$amount" >mail.eml
  echo "$amount: $(HOME=$folder run sieve-test -c conf sort.sieve mail.eml 2>/dev/null | sed -n 's/^ \* store message in folder: //p' | tr '\n' ' ')"
done | sed 's/ $//' | tee seen
diff seen - <<'TEXT'
99.00: INBOX
150.00: above-100 INBOX
1,234.50: INBOX
$50.00: above-a-million above-100 INBOX
USD 50.00: above-a-million above-100 INBOX
-50.00: above-a-million above-100 INBOX
50.99: 50 INBOX
TEXT
