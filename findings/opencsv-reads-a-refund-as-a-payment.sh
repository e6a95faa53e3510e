#!/usr/bin/env bash
# opencsv 5.2 (Debian 12): @CsvBindByName with a locale, and @CsvNumber, read an amount as far as it is a number and throw nothing: with en-US, "50.00-" is 50, "1.234,50" is 1.234, "50,10" is
# 5010, 1e5 is 1 and an int of 19.99 is 19; @CsvNumber("#0.00") takes "1,234.50" for 1. A refund in brackets throws. An empty amount is 0
# for a double.
# Safe: no locale and BigDecimal, for which all but plain numbers throw.
# Needs Debian 12's default-jdk-headless and libopencsv-java.
set -euo pipefail
jars=/usr/share/java
[ -e $jars/opencsv.jar ] || { echo "needs Debian's packages default-jdk-headless and libopencsv-java"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Report.java <<'JAVA'
import com.opencsv.bean.*;
import java.io.StringReader;
import java.math.BigDecimal;
import java.util.List;

public class Report {
  public static class Line {
    @CsvBindByName(locale = "en-US") public BigDecimal amount;
    @CsvBindByName(locale = "en-US") public int whole;
    @CsvNumber("#0.00") @CsvBindByName public BigDecimal pattern;
    @CsvBindByName public BigDecimal plain;
    @CsvBindByName public double primitive;
  }

  static String read(String column, String amount) throws Exception {
    List<Line> lines;
    CsvToBean<Line> bean = new CsvToBeanBuilder<Line>(new StringReader(column + ",x\n\"" + amount + "\",y\n")).withType(Line.class).withThrowExceptions(false).build();
    lines = bean.parse();
    if (lines.isEmpty()) return "throws";
    Line line = lines.get(0);
    return String.valueOf(Line.class.getField(column).get(line));
  }

  public static void main(String[] arguments) throws Exception {
    for (String amount : new String[] {"50.00", "1,234.50", "50.00-", "(50.00)", "1.234,50", "50,10", "1e5", "19.99", ""}) {
      System.out.print(amount + ":");
      for (String column : new String[] {"amount", "whole", "pattern", "plain", "primitive"}) System.out.print(" " + column + " " + read(column, amount));
      System.out.println();
    }
  }
}
JAVA
java -cp "$jars/opencsv.jar:$jars/commons-lang3.jar:$jars/commons-beanutils.jar:$jars/commons-collections4.jar:$jars/commons-collections3.jar:$jars/commons-text.jar:$jars/commons-logging.jar" Report.java | tee seen
diff seen - <<'TEXT'
50.00: amount 50 whole 50 pattern 50.00 plain 50.00 primitive 50.0
1,234.50: amount 1234.5 whole 1234 pattern 1 plain throws primitive throws
50.00-: amount 50 whole 50 pattern 50.00 plain throws primitive throws
(50.00): amount throws whole throws pattern throws plain throws primitive throws
1.234,50: amount 1.234 whole 1 pattern 1.234 plain throws primitive throws
50,10: amount 5010 whole 5010 pattern 50 plain throws primitive throws
1e5: amount 1 whole 1 pattern 1 plain 1E+5 primitive 100000.0
19.99: amount 19.99 whole 19 pattern 19.99 plain 19.99 primitive 19.99
: amount null whole 0 pattern null plain null primitive 0.0
TEXT
