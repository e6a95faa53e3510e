#!/usr/bin/env bash
# LedgerSMB 1.6.33 (Debian 12) reconciles a bank's camt.053 with the books. A statement with a single payment ends with "Not an ARRAY reference", so quiet days are
# never reconciled. With two payments it works, but no line has its date, since the reader calls it booked_date and the reconciliation asks for
# booking_date. A reversal of a payment counts as any other debit.
# Safe: ask the bank for one statement a week, and type the dates.
# Needs Debian 12's libxml-simple-perl, and apt, which fetches ledgersmb without installing it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
perl -MXML::Simple -e1 2>/dev/null || { echo "needs Debian's package libxml-simple-perl"; exit 1; }
apt-get download -qq ledgersmb=1.6.33+ds-2.1 2>/dev/null || { echo "needs Debian 12's apt and its lists"; exit 1; }
dpkg-deb -x ledgersmb_*.deb .
cat >read.pl <<'PERL'
use LedgerSMB::Reconciliation::ISO20022;
sub entry {
  my ($amount, $bank) = @_;
  my $days = "<BookgDt><Dt>2026-01-31</Dt></BookgDt><ValDt><Dt>2026-01-31</Dt></ValDt>";
  return "<Ntry><NtryRef>1</NtryRef><Amt Ccy=\"EUR\">$amount</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>$days<AcctSvcrRef>$bank</AcctSvcrRef></Ntry>";
}
sub show {
  my $start = '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>';
  my $xml = "$start<Stmt><Id>S</Id>@_</Stmt></BkToCstmrStmt></Document>";
  my @lines = eval { LedgerSMB::Reconciliation::ISO20022->process_xml(undef, $xml) };
  print scalar(@_), " payments: ", $@ ? $@ =~ s/ at .*//sr : scalar(@lines) . " lines", "\n";
  print "$_->{scn} amount $_->{amount}, date ", $_->{cleared_date} // "none", "\n" for @lines;
}
show(entry("50.00", "B-1"), entry("19.99", "B-2"));
show(entry("50.00", "B-1"));
PERL
perl -Iusr/share/ledgersmb/lib read.pl | tee seen
diff seen - <<'TEXT'
2 payments: 2 lines
B-1 amount -50, date none
B-2 amount -19.99, date none
1 payments: Not an ARRAY reference
TEXT
