#!/usr/bin/env bash
# Commons JEXL (Debian 12), rules and prices as texts. After the update from 2.1.1 to 3.1, "50.00" + 1 is the text 50.001 instead of 51.0. In both, reference == 51 is true for the order 0051, "10.00" > "9.00"
# is false, cents / 100 of 1999 is 19, and 0051 without quotes is 41. MVEL 2.4.4 and OGNL 2.7.3 say the same, but MVEL divides to 19.99, and OGNL rounds 50.00 / 3 to 16.67.
# None is an error.
# Safe: amounts as BigDecimal, references compared by ref.equals("51").
# Needs Debian 12's default-jdk-headless, libcommons-jexl2-java, libcommons-jexl3-java, libmvel-java, libognl-java and libjavassist-java.
set -euo pipefail
jars=/usr/share/java
for jar in commons-jexl2 commons-jexl3 mvel2 ognl javassist; do
  [ -e $jars/$jar.jar ] || { echo "needs Debian's packages default-jdk-headless, libcommons-jexl2-java, libcommons-jexl3-java, libmvel-java, libognl-java and libjavassist-java"; exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Rules.java <<'JAVA'
import java.math.BigDecimal;
import java.util.*;
import org.apache.commons.jexl2.JexlEngine;
import org.apache.commons.jexl3.JexlBuilder;

public class Rules {
  public static void main(String[] arguments) throws Exception {
    Map<String, Object> order = new HashMap<>(Map.of("text", "50.00", "reference", "0051", "ten", "10.00", "nine", "9.00", "cents", 1999, "amount", new BigDecimal("50.00")));
    for (String rule : new String[] {"text + 1", "reference == 51", "ten > nine", "cents / 100", "0051", "amount / 3"}) {
      System.out.println(rule + ": JEXL 2 " + new JexlEngine().createExpression(rule).evaluate(new org.apache.commons.jexl2.MapContext(order))
          + ", JEXL 3 " + new JexlBuilder().create().createExpression(rule).evaluate(new org.apache.commons.jexl3.MapContext(order))
          + ", MVEL " + org.mvel2.MVEL.eval(rule, new HashMap<>(order)) + ", OGNL " + ognl.Ognl.getValue(rule, order));
    }
  }
}
JAVA
java -cp "$jars/commons-jexl2.jar:$jars/commons-jexl3.jar:$jars/mvel2.jar:$jars/ognl.jar:$jars/javassist.jar:$jars/commons-logging.jar" Rules.java 2>/dev/null | tee seen
diff seen - <<'TEXT'
text + 1: JEXL 2 51.0, JEXL 3 50.001, MVEL 50.001, OGNL 50.001
reference == 51: JEXL 2 true, JEXL 3 true, MVEL true, OGNL true
ten > nine: JEXL 2 false, JEXL 3 false, MVEL false, OGNL false
cents / 100: JEXL 2 19, JEXL 3 19, MVEL 19.99, OGNL 19
0051: JEXL 2 41, JEXL 3 41, MVEL 41, OGNL 41
amount / 3: JEXL 2 16.66666666666666666666666666666667, JEXL 3 16.66666666666666666666666666666667, MVEL 16.66666666666666666666666666666667, OGNL 16.67
TEXT
