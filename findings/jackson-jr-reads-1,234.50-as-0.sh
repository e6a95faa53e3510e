#!/usr/bin/env bash
# Jackson jr 2.14.0 (Debian 12), the small Jackson of Java programs without annotations. JSON.std.beanFrom makes each text that it can't read as a number 0, without an error: an amount of "1,234.50", "50,10" or "HK$50" is
# 0.0, and 3000000000 in quotes is 0 in an int. "19.99" and 19.99 are 19 in an int, true is 1, and "yes" and "1" are false. Jackson's own ObjectMapper refuses such texts.
# Safe: members of BigDecimal or String for what may be a text.
# Needs Debian 12's default-jdk-headless and libjackson2-jr-java.
set -euo pipefail
jars=/usr/share/java
[ -e $jars/jackson-jr-objects.jar ] && [ -e $jars/jackson-core.jar ] || { echo "needs Debian's packages default-jdk-headless and libjackson2-jr-java"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Read.java <<'JAVA'
import com.fasterxml.jackson.jr.ob.JSON;
import java.math.BigDecimal;

public class Read {
  public static class Sale {
    public double amount;
    public int cents;
    public boolean refunded;
    public BigDecimal decimal;
  }

  static Object read(String member, String value) {
    try {
      return Sale.class.getField(member).get(JSON.std.beanFrom(Sale.class, "{\"" + member + "\":" + value + "}"));
    } catch (Exception refused) {
      return "refused";
    }
  }

  public static void main(String[] arguments) {
    for (String value : new String[] {"\"50.00\"", "\"1,234.50\"", "\"50,10\"", "\"HK$50\"", "\"3000000000\"", "19.99", "\"19.99\"", "true", "\"yes\"", "\"1\""}) {
      System.out.println(value + ": double " + read("amount", value) + ", int " + read("cents", value) + ", boolean " + read("refunded", value) + ", BigDecimal " + read("decimal", value));
    }
  }
}
JAVA
java -cp "$jars/jackson-jr-objects.jar:$jars/jackson-core.jar" Read.java | tee seen
diff seen - <<'TEXT'
"50.00": double 50.0, int 50, boolean false, BigDecimal refused
"1,234.50": double 0.0, int 0, boolean false, BigDecimal refused
"50,10": double 0.0, int 0, boolean false, BigDecimal refused
"HK$50": double 0.0, int 0, boolean false, BigDecimal refused
"3000000000": double 3.0E9, int 0, boolean false, BigDecimal refused
19.99: double 19.99, int 19, boolean refused, BigDecimal 19.99
"19.99": double 19.99, int 19, boolean false, BigDecimal refused
true: double 1.0, int 1, boolean true, BigDecimal refused
"yes": double 0.0, int 0, boolean false, BigDecimal refused
"1": double 1.0, int 1, boolean false, BigDecimal refused
TEXT
