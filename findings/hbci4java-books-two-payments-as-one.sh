#!/usr/bin/env bash
# HBCI4Java 3.1.64 (Debian 12, which Hibiscus uses) reads camt.052 files of a bank. One entry of 90.00 that holds two payments, 40.00 for A-1 and 50.00 for A-2, becomes one
# line of 90.00 for A-1: A-2 is nowhere, so its order stays open and the first one looks overpaid. An entry that is pending (PDNG) becomes a line like a
# booked one, and the balance of the line counts it, though the file's own balance does not: goods go out for money that isn't there.
# Safe: ask the bank to book each payment by itself, and compare the last line's balance with the closing one.
# Needs Debian 12's libhbci4j-core-java, libjaxb-java and a JDK.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
jars=/usr/share/java
[ -f $jars/hbci4j-core.jar ] && command -v javac >/dev/null || { echo "needs Debian's packages libhbci4j-core-java, libjaxb-java and default-jdk-headless"; exit 1; }
cat >report.xml <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"><BkToCstmrAcctRpt>
<GrpHdr><MsgId>M-1</MsgId><CreDtTm>2026-01-31T20:00:00</CreDtTm></GrpHdr>
<Rpt><Id>R-1</Id><CreDtTm>2026-01-31T20:00:00</CreDtTm><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>PRCD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-30</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">190.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-31</Dt></Dt></Bal>
<Ntry><Amt Ccy="EUR">90.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-01-31</Dt></BookgDt><ValDt><Dt>2026-01-31</Dt></ValDt><BkTxCd/>
<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>
<TxDtls><Refs><EndToEndId>A-1</EndToEndId></Refs><Amt Ccy="EUR">40.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></TxDtls>
<TxDtls><Refs><EndToEndId>A-2</EndToEndId></Refs><Amt Ccy="EUR">50.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">20.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts><BookgDt><Dt>2026-01-31</Dt></BookgDt><ValDt><Dt>2026-02-02</Dt></ValDt><BkTxCd/>
<NtryDtls><TxDtls><Refs><EndToEndId>A-3</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>
</Rpt></BkToCstmrAcctRpt></Document>
XML
cat >Read.java <<'JAVA'
import java.io.FileInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.kapott.hbci.GV.parsers.ParseCamt05200108;
import org.kapott.hbci.GV_Result.GVRKUms;
import org.kapott.hbci.callback.HBCICallbackConsole;
import org.kapott.hbci.manager.HBCIUtils;

public class Read {
  public static void main(String[] arguments) throws Exception {
    HBCIUtils.init(new Properties(), new HBCICallbackConsole());
    List<GVRKUms.BTag> days = new ArrayList<>();
    new ParseCamt05200108().parse(new FileInputStream("report.xml"), days);
    for (GVRKUms.BTag day : days) {
      for (GVRKUms.UmsLine line : day.lines) System.out.println(line.endToEndId + " " + line.value + ", balance " + line.saldo.value);
      System.out.println("closing balance " + day.end.value);
    }
  }
}
JAVA
javac -cp $jars/hbci4j-core.jar Read.java
java -cp "$jars/hbci4j-core.jar:$jars/jaxb-api.jar:$jars/jaxb-runtime.jar:$jars/*:." Read 2>/dev/null | tee seen
diff seen - <<'TEXT'
A-1 90.00 EUR, balance 190.00 EUR
A-3 20.00 EUR, balance 210.00 EUR
closing balance 190.00 EUR
TEXT
