#!/usr/bin/env bash
# Jayway's JsonPath 2.0 for Java (Debian 12), which WireMock and Spring's tests use: amounts that are texts are compared letter by letter, also with a number. @.amount > 20 finds "9.00" and not "100.00", without an
# error; @.amount == 50 doesn't find "50.00". A reference in quotes, '0051', finds the number 51 too.
# Safe: amounts as numbers in the JSON, or a filter in Java.
# Needs Debian 12's default-jdk-headless and libjsonpath-java.
set -euo pipefail
jars=/usr/share/java
[ -e $jars/json-path.jar ] || { echo "needs Debian's packages default-jdk-headless and libjsonpath-java"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Orders.java <<'JAVA'
import com.jayway.jsonpath.JsonPath;

public class Orders {
  public static void main(String[] arguments) {
    String orders = "{\"orders\":[{\"order\":\"A-1\",\"reference\":\"0051\",\"amount\":\"50.00\",\"number\":50.00},{\"order\":\"A-2\",\"reference\":51,\"amount\":\"9.00\",\"number\":9.00},{\"order\":\"A-3\",\"reference\":\"51\",\"amount\":\"100.00\",\"number\":100.00}]}";
    for (String filter : new String[] {"@.number > 20", "@.amount > 20", "@.amount > '20.00'", "@.amount == 50", "@.amount == '50.00'", "@.reference == '0051'", "@.reference == '51'"})
      System.out.println(filter + ": " + JsonPath.read(orders, "$.orders[?(" + filter + ")].order"));
  }
}
JAVA
java -cp "$jars/json-path.jar:$jars/json-smart.jar:$jars/accessors-smart.jar:$jars/asm.jar:$jars/slf4j-api.jar" Orders.java 2>/dev/null | tee seen
diff seen - <<'TEXT'
@.number > 20: ["A-1","A-3"]
@.amount > 20: ["A-1","A-2"]
@.amount > '20.00': ["A-1","A-2"]
@.amount == 50: []
@.amount == '50.00': ["A-1"]
@.reference == '0051': ["A-1","A-2"]
@.reference == '51': ["A-2","A-3"]
TEXT
