#!/usr/bin/env bash
# ledger-autosync 1.0.3.7 (Debian 12) makes book entries of PayPal's CSV. It books the gross amount on the PayPal account, and the fee nowhere: after a sale
# of 50.00 with a fee of 2.00 the books have 50.00 where PayPal has 48.00, and a refund's returned fee is missing, too. A sale that was refunded in
# part has the status "Partially Refunded": it is left out as a whole, without a word.
# Safe: book the columns Fee and Net yourself, and compare the account with PayPal's balance.
# Needs Debian 12's ledger-autosync.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v ledger-autosync >/dev/null || { echo "needs Debian's package ledger-autosync"; exit 1; }
export HOME=$folder
cat >paypal.csv <<'CSV'
"Date","Name","Type","Status","Currency","Gross","Fee","Net","To Email Address","Transaction ID","Item Title"
"01/31/2026","Buyer","Express Checkout Payment","Completed","EUR","50.00","-2.00","48.00","shop@example.com","1AB","A-1"
"01/31/2026","Buyer","Payment Refund","Refunded","EUR","-50.00","1.60","-48.40","buyer@example.com","2AB","A-1"
"01/31/2026","Other","Express Checkout Payment","Partially Refunded","EUR","1,234.50","-40.00","1,194.50","shop@example.com","3AB","A-2"
"01/31/2026","Other","Payment Refund","Completed","EUR","-34.50","1.10","-33.40","other@example.com","4AB","A-2"
CSV
ledger-autosync --no-ledger --account Assets:PayPal paypal.csv | grep -v csvid | tr -s ' \n' | tee seen
diff seen - <<'TEXT'
2026/01/31 Buyer shop@example.com A-1 ID: 1AB, Express Checkout Payment
 Assets:PayPal 50.00 EUR
 Expenses:Misc -50.00 EUR
2026/01/31 Buyer buyer@example.com A-1 ID: 2AB, Payment Refund
 Assets:PayPal -50.00 EUR
 Expenses:Misc 50.00 EUR
2026/01/31 Other other@example.com A-2 ID: 4AB, Payment Refund
 Assets:PayPal -34.50 EUR
 Expenses:Misc 34.50 EUR
TEXT
