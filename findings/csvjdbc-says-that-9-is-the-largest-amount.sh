#!/usr/bin/env bash
# csvjdbc 1.0.37 (Debian 12): SQL over a payment report, in Java. Without columnTypes each column is a text: MAX of 9.00 and 100.00 is 9.00, amount > '20.00' finds 9.00 and not 100.00,
# amount + 1 is 50.001, amount * 3 is null and id = 100000000000000051 finds nothing. With columnTypes to be found out (an empty text), MAX is right. SUM and AVG leave out 1,234.50
# and (5.00) both times. None is an error.
# Safe: columnTypes by name, and amounts checked by the shop first.
# Needs Debian 12's default-jdk-headless and libcsvjdbc-java.
set -euo pipefail
jars=/usr/share/java
[ -e $jars/csvjdbc.jar ] || { echo "needs Debian's packages default-jdk-headless and libcsvjdbc-java"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >report.csv <<'CSV'
order,amount,id
A-1,50.00,100000000000000051
A-2,9.00,100000000000000052
A-3,100.00,100000000000000053
A-4,"1,234.50",100000000000000054
A-5,(5.00),100000000000000055
CSV
cat >Report.java <<'JAVA'
import java.sql.*;
import java.util.Properties;

public class Report {
  public static void main(String[] arguments) throws Exception {
    for (String types : new String[] {null, ""}) {
      Properties properties = new Properties();
      if (types != null) properties.put("columnTypes", types);
      System.out.println(types == null ? "texts" : "types found out");
      try (Connection report = DriverManager.getConnection("jdbc:relique:csv:.", properties)) {
        for (String query : new String[] {"SUM(amount) FROM report", "MAX(amount) FROM report", "order FROM report WHERE amount > '20.00'", "order FROM report WHERE amount > 20", "amount + 1 FROM report", "amount * 3 FROM report", "order FROM report WHERE id = 100000000000000051"}) {
          ResultSet lines = report.createStatement().executeQuery("SELECT " + query.replace("order ", "\"order\" "));
          System.out.print("  " + query + ":");
          while (lines.next()) System.out.print(" " + lines.getString(1));
          System.out.println();
        }
      }
    }
  }
}
JAVA
java -cp $jars/csvjdbc.jar Report.java 2>&1 | tee seen
diff seen - <<'TEXT'
texts
  SUM(amount) FROM report: 159
  MAX(amount) FROM report: 9.00
  order FROM report WHERE amount > '20.00': A-1 A-2
  order FROM report WHERE amount > 20:
  amount + 1 FROM report: 50.001 9.001 100.001 1,234.501 (5.00)1
  amount * 3 FROM report: null null null null null
  order FROM report WHERE id = 100000000000000051:
types found out
  SUM(amount) FROM report: 159
  MAX(amount) FROM report: 100.00
  order FROM report WHERE amount > '20.00':
  order FROM report WHERE amount > 20: A-1 A-3
  amount + 1 FROM report: 51.0 10.0 101.0 null null
  amount * 3 FROM report: 150.0 27.0 300.0 null null
  order FROM report WHERE id = 100000000000000051: A-1
TEXT
