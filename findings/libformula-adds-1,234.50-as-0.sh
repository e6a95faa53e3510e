#!/usr/bin/env bash
# LibFormula 1.1.7 (Debian 12), the formulas of Pentaho's and LibreOffice's reports. A text that it can't read as a number counts as 0, without an error: "1,234.50" + 19.99 is 19.99, and
# "50,10" + 1 is 1, while "50.00" + 1 is 51. Texts are compared by letters, so "9.00" is more than "100.00". ROUND, TRUNC and FIXED do not exist, and a formula that uses them is an
# error value.
# Safe: columns that are numbers in the query; ISNUMBER or VALUE, which refuses such a text, before a sum.
# Needs Debian 12's default-jdk-headless, libformula-java, libbase-java and libcommons-logging-java.
set -euo pipefail
jars=/usr/share/java
[ -e $jars/libformula.jar ] && [ -e $jars/libbase.jar ] || { echo "needs Debian's packages default-jdk-headless, libformula-java, libbase-java and libcommons-logging-java"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Sum.java <<'JAVA'
import org.pentaho.reporting.libraries.formula.DefaultFormulaContext;
import org.pentaho.reporting.libraries.formula.Formula;
import org.pentaho.reporting.libraries.formula.LibFormulaBoot;

public class Sum {
  public static void main(String[] arguments) throws Exception {
    LibFormulaBoot.getInstance().start();
    for (String text : new String[] {"\"50.00\" + 1", "\"1,234.50\" + 19.99", "\"50,10\" + 1", "\"(50.00)\" + 1", "VALUE(\"1,234.50\") + 1", "\"9.00\" > \"100.00\"", "\"9.00\" > 100", "0.1 + 0.2", "ROUND(19.999; 2)"}) {
      Formula formula = new Formula(text);
      formula.initialize(new DefaultFormulaContext());
      System.out.println(text + ": " + formula.evaluate());
    }
  }
}
JAVA
java -cp "$jars/libformula.jar:$jars/libbase.jar:$jars/commons-logging.jar" Sum.java 2>/dev/null | tee seen
diff seen - <<'TEXT'
"50.00" + 1: 51.00
"1,234.50" + 19.99: 19.99
"50,10" + 1: 1
"(50.00)" + 1: 1
VALUE("1,234.50") + 1: LibFormulaErrorValue{errorCode=502}
"9.00" > "100.00": true
"9.00" > 100: false
0.1 + 0.2: 0.3
ROUND(19.999; 2): LibFormulaErrorValue{errorCode=505}
TEXT
