#!/usr/bin/env bash
# json-lib 2.4 (Debian 12), JSON of older Java shops and of Struts. It reads 12345678.91 as 1.2345679E7 and 1234567.89 as 1234567.9, as it takes a float of 32 bits wherever one can hold the size;
# a day's report in JSON loses its cents. getInt and getLong of an id that is too long are other, also negative, numbers. put() of a text that looks like JSON
# changes it: a note "[1]" becomes a list, "{}" an object, and "null" nothing.
# Safe: amounts in cents or in quotes; another library.
# Needs Debian 12's default-jdk-headless and libjson-java.
set -euo pipefail
jars=/usr/share/java
[ -e $jars/json-lib.jar ] && [ -e $jars/ezmorph.jar ] || { echo "needs Debian's packages default-jdk-headless and libjson-java"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Read.java <<'JAVA'
import net.sf.json.JSONObject;

public class Read {
  public static void main(String[] arguments) {
    for (String amount : new String[] {"19.99", "123456.78", "1234567.89", "12345678.91", "1999"}) {
      System.out.println(amount + ": " + JSONObject.fromObject("{\"amount\":" + amount + "}") + ", getDouble " + JSONObject.fromObject("{\"amount\":" + amount + "}").getDouble("amount"));
    }
    for (String id : new String[] {"3000000000", "100000000000000051", "12345678901234567890"}) {
      JSONObject order = JSONObject.fromObject("{\"id\":" + id + "}");
      System.out.println(id + ": getInt " + order.getInt("id") + ", getLong " + order.getLong("id"));
    }
    for (String note : new String[] {"null", "[1]", "{}", "[A-1]"}) {
      JSONObject order = new JSONObject();
      order.put("note", note);
      System.out.println("the note " + note + ": " + order);
    }
  }
}
JAVA
java -cp "$jars/json-lib.jar:$jars/ezmorph.jar:$jars/commons-lang.jar:$jars/commons-beanutils.jar:$jars/commons-collections3.jar:$jars/commons-logging.jar" Read.java | tee seen
diff seen - <<'TEXT'
19.99: {"amount":19.99}, getDouble 19.99
123456.78: {"amount":123456.78}, getDouble 123456.78
1234567.89: {"amount":1234567.9}, getDouble 1234567.9
12345678.91: {"amount":1.2345679E7}, getDouble 1.2345679E7
1999: {"amount":1999}, getDouble 1999.0
3000000000: getInt -1294967296, getLong 3000000000
100000000000000051: getInt 1569325107, getLong 100000000000000051
12345678901234567890: getInt -350287150, getLong -6101065172474983726
the note null: {"note":null}
the note [1]: {"note":[1]}
the note {}: {"note":{}}
the note [A-1]: {"note":"[A-1]"}
TEXT
