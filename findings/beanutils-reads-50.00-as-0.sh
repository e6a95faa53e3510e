#!/usr/bin/env bash
# Apache Commons (Debian 12), by which many Java shops read parameters. BeanUtils 1.9.4: ConvertUtils and BeanUtils.populate make "50.00", "19.99", 1E5 and each text that
# is no integer 0 for an int, without an error. Lang 3.12: NumberUtils.toInt("50.00") is 0, too; createNumber reads the reference 0051 as octal, 41, and isCreatable says that it is a number,
# but 0089 throws; toScaledBigDecimal("1.005") is 1.00.
# Safe: new BigDecimal(text) for amounts, String for references; ConvertUtils.register(new IntegerConverter(), int.class), which throws.
# Needs Debian 12's default-jdk-headless, libcommons-beanutils-java and libcommons-lang3-java.
set -euo pipefail
jars=/usr/share/java
[ -e $jars/commons-beanutils.jar ] && [ -e $jars/commons-lang3.jar ] || { echo "needs Debian's packages default-jdk-headless, libcommons-beanutils-java and libcommons-lang3-java"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Order.java <<'JAVA'
import java.util.Map;
import org.apache.commons.beanutils.BeanUtils;
import org.apache.commons.lang3.math.NumberUtils;

public class Order {
  public static class Form {
    private int amount = -1;
    public int getAmount() { return amount; }
    public void setAmount(int amount) { this.amount = amount; }
  }

  static String number(String text) {
    try {
      return String.valueOf(NumberUtils.createNumber(text));
    } catch (NumberFormatException refused) {
      return "refused";
    }
  }

  public static void main(String[] arguments) throws Exception {
    for (String text : new String[] {"50", "50.00", "19.99", "1e5", "1,234.50", "0051", "0089"}) {
      Form form = new Form();
      BeanUtils.populate(form, Map.of("amount", text));
      System.out.println(text + ": populate " + form.getAmount() + ", toInt " + NumberUtils.toInt(text) + ", createNumber " + number(text));
    }
    System.out.println("toScaledBigDecimal of 1.005: " + NumberUtils.toScaledBigDecimal("1.005"));
  }
}
JAVA
java -cp "$jars/commons-beanutils.jar:$jars/commons-lang3.jar:$jars/commons-logging.jar:$jars/commons-collections3.jar" Order.java | tee seen
diff seen - <<'TEXT'
50: populate 50, toInt 50, createNumber 50
50.00: populate 0, toInt 0, createNumber 50.0
19.99: populate 0, toInt 0, createNumber 19.99
1e5: populate 0, toInt 0, createNumber 100000.0
1,234.50: populate 0, toInt 0, createNumber refused
0051: populate 51, toInt 51, createNumber 41
0089: populate 89, toInt 89, createNumber refused
toScaledBigDecimal of 1.005: 1.00
TEXT
