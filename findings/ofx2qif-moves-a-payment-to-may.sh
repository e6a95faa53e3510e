#!/usr/bin/env bash
# ofx2qif of libofx 0.10.9 (Debian 12) turns a bank's OFX statement into QIF for a book-keeping program. It writes the day before the month, with slashes
# between them, while a program that reads QIF in the American way takes January 5 for May 1; of January 13 it makes an error. The bank's id of a payment
# (FITID), by which a program tells that it has the payment already, and the currency are left out.
# Safe: import the OFX file itself, or turn the dates round, as below, and import each statement once.
# Needs Debian 12's ofx.
set -euo pipefail
command -v ofx2qif >/dev/null || { echo "needs Debian's package ofx"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >statement.ofx <<'OFX'
OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260131<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>HKD
<BANKACCTFROM><BANKID>004<ACCTID>0001<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260101<DTEND>20260131
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260105<TRNAMT>1234567.89<FITID>A-1<NAME>Shop<MEMO>Order 0051</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260113<TRNAMT>19.99<FITID>A-2<NAME>Shop<MEMO>Order 0052</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>1234587.88<DTASOF>20260131</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
OFX
entries() { TZ=UTC ofx2qif statement.ofx 2>/dev/null | sed '1,/^!Type/d'; }
{
  entries | paste -sd ' '
  entries | sed -En 's#^D([0-9]+)/([0-9]+)/#D\2/\1/#p' | paste -sd ' '
} | tee seen
diff seen - <<'TEXT'
D5/1/2026 T1234567.89 PShop MOrder 0051 LGeneric credit ^ D13/1/2026 T19.99 PShop MOrder 0052 LGeneric credit ^
D1/5/2026 D1/13/2026
TEXT
