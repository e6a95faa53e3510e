#!/usr/bin/env bash
# ofxstatement 0.7.1 with its plugin iso20022 (Debian 12), which makes OFX of a bank's camt.053. A file with two statements, such as those of Saturday and
# Sunday, is converted to the first alone. An entry that stands for several payments, as banks book instant payments, is one line with the sum, the first
# payer and the first order. No line has an FITID or its direction: the type is CHECK. Each time it says "Conversion completed".
# Safe: a file for each statement, ask the bank for single entries, and compare the end balance with the books.
# Needs Debian 12's ofxstatement and ofxstatement-plugins.
set -euo pipefail
command -v ofxstatement >/dev/null || { echo "needs Debian's packages ofxstatement and ofxstatement-plugins"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME=$folder
cat >statements.py <<'PY'
def balance(code, amount):
    return f'<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-28</Dt></Dt></Bal>'


def entry(amount, *orders):
    payments = "".join(
        f"<TxDtls><Refs><EndToEndId>{order}</EndToEndId></Refs><RltdPties><Dbtr><Nm>Payer of {order}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>{order}</Ustrd></RmtInf></TxDtls>"
        for order in orders
    )
    day = "<BookgDt><Dt>2026-11-28</Dt></BookgDt><ValDt><Dt>2026-11-28</Dt></ValDt>"
    return f'<Ntry><Amt Ccy="EUR">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>{day}<BkTxCd/><NtryDtls>{payments}</NtryDtls></Ntry>'


def statement(opening, closing, entries):
    account = "<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>"
    return f'<Stmt><Id>S</Id><CreDtTm>2026-11-28T20:00:00</CreDtTm>{account}{balance("OPBD", opening)}{balance("CLBD", closing)}{entries}</Stmt>'


def write(name, *statements):
    head = '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>'
    group = "<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-28T20:00:00</CreDtTm></GrpHdr>"
    with open(name, "w") as file:
        file.write(head + group + "".join(statements) + "</BkToCstmrStmt></Document>")


write("two.xml", statement("0.00", "50.00", entry("50.00", "A-1")), statement("50.00", "69.99", entry("19.99", "A-2")))
write("batch.xml", statement("0.00", "69.99", entry("69.99", "A-1", "A-2")))
PY
/usr/bin/python3 statements.py
for name in two batch; do
  ofxstatement convert -t iso20022 $name.xml $name.ofx 2>&1
  grep -oE '<(TRNTYPE|TRNAMT|FITID|NAME|MEMO|BALAMT)>[^<]*' $name.ofx
done | tee seen
diff seen - <<'TEXT'
INFO: Conversion completed: two.xml
<TRNTYPE>CHECK
<TRNAMT>50.00
<NAME>Payer of A-1
<MEMO>A-1
<BALAMT>50.00
INFO: Conversion completed: batch.xml
<TRNTYPE>CHECK
<TRNAMT>69.99
<NAME>Payer of A-1
<MEMO>A-1
<BALAMT>69.99
TEXT
