#!/usr/bin/env bash
# OBanToo 2.1.12 (Debian 12), which writes direct debits for German banks. All debits of one sequence have one date, that of the payer who was added last: Ann's 19.99 of December 10 and Bob's 50.00 of
# December 20 are both collected on the 20th, or both on the 10th if Ann comes last, ten days before Bob was told. The EndToEndId is the mandate's id, the same for each order, so that a bank's return names no order. "A_1 & B" is
# sent as "A 1   B", and 0.333 as it is.
# Safe: one file for each date, and the order's reference in the text.
# Needs Debian 12's default-jdk-headless, libobantoo-java, libjaxb-java and libcommons-lang-java.
set -euo pipefail
jars=/usr/share/java
[ -e $jars/obantoo-bin.jar ] && command -v java >/dev/null || { echo "needs Debian's packages default-jdk-headless, libobantoo-java, libjaxb-java and libcommons-lang-java"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Debits.java <<'JAVA'
import de.jost_net.OBanToo.SEPA.Basislastschrift.*;
import java.io.File;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.text.SimpleDateFormat;
import java.util.regex.*;

public class Debits {
  static final SimpleDateFormat DAY = new SimpleDateFormat("yyyy-MM-dd");

  static Zahler payer(String name, String iban, String amount, String text, String day) throws Exception {
    Zahler payer = new Zahler();
    payer.setName(name);
    payer.setIban(iban);
    payer.setBic("BYLADEM1001");
    payer.setBetrag(new BigDecimal(amount));
    payer.setVerwendungszweck(text);
    payer.setMandatid("MANDATE-" + name);
    payer.setMandatdatum(DAY.parse("2026-01-31"));
    payer.setMandatsequence(MandatSequence.RCUR);
    payer.setFaelligkeit(DAY.parse(day));
    return payer;
  }

  static void write(Zahler... payers) throws Exception {
    Basislastschrift debits = new Basislastschrift();
    debits.setName("Shop");
    debits.setIBAN("DE89370400440532013000");
    debits.setBIC("COBADEFFXXX");
    debits.setGlaeubigerID("DE98ZZZ09999999999");
    debits.setMessageID("M-1");
    for (Zahler payer : payers) debits.add(payer);
    File file = new File("debits.xml");
    debits.write(file);
    Matcher part = Pattern.compile("<(ReqdColltnDt|EndToEndId|InstdAmt|Ustrd)[^>]*>([^<]*)").matcher(Files.readString(file.toPath()));
    StringBuilder line = new StringBuilder();
    while (part.find()) line.append(part.group(1)).append(" ").append(part.group(2)).append("; ");
    System.out.println(line.toString().trim());
  }

  public static void main(String[] arguments) throws Exception {
    Zahler ann = payer("Ann", "DE02120300000000202051", "19.99", "A-1", "2026-12-10"), bob = payer("Bob", "DE02500105170137075030", "50.00", "A-2", "2026-12-20");
    write(ann, bob);
    write(bob, ann);
    write(payer("Ann", "DE02120300000000202051", "0.333", "A_1 & B", "2026-12-10"));
  }
}
JAVA
java -cp "$(ls $jars/obantoo-bin.jar $jars/commons-lang*.jar $jars/jaxb*.jar $jars/*activation*.jar $jars/istack*.jar 2>/dev/null | tr '\n' ':')" Debits.java | tee seen
diff seen - <<'TEXT'
ReqdColltnDt 2026-12-20; EndToEndId MANDATE-Ann; InstdAmt 19.99; Ustrd A-1; EndToEndId MANDATE-Bob; InstdAmt 50.00; Ustrd A-2;
ReqdColltnDt 2026-12-10; EndToEndId MANDATE-Bob; InstdAmt 50.00; Ustrd A-2; EndToEndId MANDATE-Ann; InstdAmt 19.99; Ustrd A-1;
ReqdColltnDt 2026-12-10; EndToEndId MANDATE-Ann; InstdAmt 0.333; Ustrd A 1   B;
TEXT
