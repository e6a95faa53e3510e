#!/usr/bin/env bash
# univocity-parsers 2.9.1 (Debian 12), a quick reader of CSV in Java: a line that begins with # is a comment, by default. So an order #1001, as Shopify names its orders, is
# missing from the report that is read, without a word; so is its amount in the sum. In quotes it is kept, as univocity's writer has it.
# Safe: settings.getFormat().setComment('\0').
# Needs Debian 12's default-jdk-headless and libunivocity-parsers-java.
set -euo pipefail
jars=/usr/share/java
[ -e $jars/univocity-parsers.jar ] || { echo "needs Debian's packages default-jdk-headless and libunivocity-parsers-java"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Report.java <<'JAVA'
import com.univocity.parsers.csv.*;
import java.io.StringReader;
import java.math.BigDecimal;

public class Report {
  static void sum(String name, CsvParserSettings settings, String report) {
    BigDecimal sum = BigDecimal.ZERO;
    StringBuilder orders = new StringBuilder();
    settings.setHeaderExtractionEnabled(true);
    for (String[] line : new CsvParser(settings).parseAll(new StringReader(report))) {
      sum = sum.add(new BigDecimal(line[1]));
      orders.append(' ').append(line[0]);
    }
    System.out.println(name + ":" + orders + ", " + sum);
  }

  public static void main(String[] arguments) {
    String report = "order,amount\n#1001,50.00\n1002,19.99\n#1003,0.07\n";
    sum("default", new CsvParserSettings(), report);
    sum("in quotes", new CsvParserSettings(), report.replaceAll("#(\\d+)", "\"#$1\""));
    CsvParserSettings settings = new CsvParserSettings();
    settings.getFormat().setComment('\0');
    sum("without comments", settings, report);
  }
}
JAVA
java -cp $jars/univocity-parsers.jar Report.java | tee seen
diff seen - <<'TEXT'
default: 1002, 19.99
in quotes: #1001 1002 #1003, 70.06
without comments: #1001 1002 #1003, 70.06
TEXT
