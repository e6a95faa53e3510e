#!/usr/bin/env bash
# Apache Velocity 1.7 with its tools 2.0 (Debian 12), the templates of many Java shops' mails. $amount + $fee of a BigDecimal 50.00 and a double 19.99 is shown as 69.989999999999998436805981327779591083526611328125.
# #set($a = $cents / 100) of 1999 is 19; "50.00" + 1 is 50.001; #if("10.00" > "9.00") is false. $math reads a text as far as it is a number: '50,10' is 5010, '1e2' + 1 is 2
# and a refund '50.00-' is 50.
# Safe: formatted texts from Java, or BigDecimal on both sides.
# Needs Debian 12's default-jdk-headless, velocity and libvelocity-tools-java.
set -euo pipefail
jars=/usr/share/java
[ -e $jars/velocity.jar ] && [ -e $jars/velocity-tools.jar ] || { echo "needs Debian's packages default-jdk-headless, velocity and libvelocity-tools-java"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Mail.java <<'JAVA'
import java.io.StringWriter;
import java.math.BigDecimal;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.VelocityEngine;
import org.apache.velocity.tools.generic.MathTool;

public class Mail {
  public static void main(String[] arguments) throws Exception {
    VelocityEngine velocity = new VelocityEngine();
    velocity.setProperty("runtime.log.logsystem.class", "org.apache.velocity.runtime.log.NullLogChute");
    velocity.init();
    VelocityContext order = new VelocityContext();
    order.put("amount", new BigDecimal("50.00"));
    order.put("fee", 19.99);
    order.put("cents", 1999);
    order.put("text", "50.00");
    order.put("math", new MathTool());
    for (String template : new String[] {"#set($a = $amount + $fee)$a", "#set($a = $cents / 100)$a", "#set($a = $text + 1)$a", "#if(\"10.00\" > \"9.00\")more#{else}not more#end", "$math.toNumber('50,10')", "$math.add('1e2', 1)", "$math.toDouble('50.00-')"}) {
      StringWriter shown = new StringWriter();
      velocity.evaluate(order, shown, "mail", template);
      System.out.println(template + ": " + shown);
    }
  }
}
JAVA
java -cp "$jars/velocity.jar:$jars/velocity-tools.jar:$jars/commons-collections3.jar:$jars/commons-lang.jar:$jars/commons-logging.jar:$jars/commons-beanutils.jar" Mail.java | tee seen
diff seen - <<'TEXT'
#set($a = $amount + $fee)$a: 69.989999999999998436805981327779591083526611328125
#set($a = $cents / 100)$a: 19
#set($a = $text + 1)$a: 50.001
#if("10.00" > "9.00")more#{else}not more#end: not more
$math.toNumber('50,10'): 5010
$math.add('1e2', 1): 2
$math.toDouble('50.00-'): 50.0
TEXT
