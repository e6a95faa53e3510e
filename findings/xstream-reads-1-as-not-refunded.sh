#!/usr/bin/env bash
# XStream 1.4.20 (Debian 12) reads XML into a class: a boolean is true for the word true alone, so that <refunded>1</refunded>, which XML Schema counts as true, and yes are false. An int of
# 3000000000 is -1294967296, as all up to 4294967295 are taken. The id 0051 is 41 in an int or a long, and 0x1F or #1F is 31. Nothing throws; 19.99 in an int does.
# Safe: a BooleanConverter("true", "1", ...) of one's own, long for amounts in cents, and String for ids.
# Needs Debian 12's default-jdk-headless and libxstream-java.
set -euo pipefail
jars=/usr/share/java
[ -e $jars/xstream.jar ] || { echo "needs Debian's packages default-jdk-headless and libxstream-java"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Report.java <<'JAVA'
import com.thoughtworks.xstream.XStream;
import com.thoughtworks.xstream.io.xml.DomDriver;

public class Report {
  public static class Order {
    public int cents;
    public long id;
    public boolean refunded;
  }

  public static void main(String[] arguments) {
    XStream reader = new XStream(new DomDriver());
    reader.alias("order", Order.class);
    reader.allowTypes(new Class[] {Order.class});
    for (String line : new String[] {"refunded true", "refunded 1", "refunded yes", "cents 1999", "cents 3000000000", "cents 19.99", "id 51", "id 0051", "id 0x1F"}) {
      String[] parts = line.split(" ");
      try {
        Order order = (Order) reader.fromXML("<order><" + parts[0] + ">" + parts[1] + "</" + parts[0] + "></order>");
        System.out.println(line + ": " + Order.class.getField(parts[0]).get(order));
      } catch (Exception error) {
        System.out.println(line + ": throws");
      }
    }
  }
}
JAVA
path=$jars/xstream.jar:$jars/xpp3.jar
javac -cp $path Report.java
java --add-opens java.base/java.util=ALL-UNNAMED --add-opens java.base/java.text=ALL-UNNAMED -cp $path:. Report 2>/dev/null | tee seen
diff seen - <<'TEXT'
refunded true: true
refunded 1: false
refunded yes: false
cents 1999: 1999
cents 3000000000: -1294967296
cents 19.99: throws
id 51: 51
id 0051: 41
id 0x1F: 31
TEXT
