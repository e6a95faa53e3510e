#!/usr/bin/env bash
# Java's databases for tests, of Debian 12: Derby 10.14, HSQLDB 2.7.1 and H2 2.1.214. What doesn't fit into DECIMAL(9,2) is cut by Derby; HSQLDB rounds a half down,
# H2 up, as PostgreSQL does. Orders of 19.999 and 1.005 come to 20.99, 21.00 and 21.01. A third of 20.00 is 6.66 in HSQLDB, so three of them are 19.98. A
# column DECIMAL without a scale has no cents: 19.99 is 19 in Derby, 20 in the others. A cast of 19.99 to int is 20 in H2 alone. None says anything.
# Safe: round in the shop (setScale(2, RoundingMode.HALF_UP)), and test on the database that the shop runs on.
# Needs Debian 12's libderby-java, libhsqldb-java, libh2-java and default-jdk-headless.
set -euo pipefail
jars=/usr/share/java/derby.jar:/usr/share/java/hsqldb.jar:/usr/share/java/h2.jar
{ command -v javac && ls ${jars//:/ }; } >/dev/null || { echo "needs Debian's packages libderby-java, libhsqldb-java, libh2-java and default-jdk-headless"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Day.java <<'JAVA'
import java.math.BigDecimal;
import java.sql.*;

class Day {
    public static void main(String[] urls) throws SQLException {
        for (String url : urls) {
            try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
                statement.execute("create table orders (reference varchar(9), amount decimal(9,2), fee decimal)");
                try (PreparedStatement insert = connection.prepareStatement("insert into orders values (?, ?, ?)")) {
                    for (String[] order : new String[][] {{"A-1", "19.999", "19.99"}, {"A-2", "1.005", "0"}}) {
                        insert.setString(1, order[0]);
                        insert.setBigDecimal(2, new BigDecimal(order[1]));
                        insert.setBigDecimal(3, new BigDecimal(order[2]));
                        insert.execute();
                    }
                }
                System.out.print(connection.getMetaData().getDatabaseProductName().replaceFirst("^Apache | Database Engine$", "") + ":");
                ask(statement, "a day", "select sum(amount) from orders");
                ask(statement, "a fee", "select fee from orders where reference = 'A-1'");
                ask(statement, "a third of 20.00", "select cast(20.00 as decimal(9,2)) / 3 from orders where reference = 'A-1'");
                ask(statement, "19.99 as int", "select cast(19.99 as int) from orders where reference = 'A-1'");
                System.out.println();
            }
        }
    }

    static void ask(Statement statement, String name, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            System.out.print(" " + name + " " + rows.getObject(1) + ";");
        }
    }
}
JAVA
javac Day.java
java -cp "$jars:." Day "jdbc:derby:memory:day;create=true" jdbc:hsqldb:mem:day jdbc:h2:mem:day 2>&1 | tee seen
diff seen - <<'TEXT'
Derby: a day 20.99; a fee 19; a third of 20.00 6.666666666666666666666666; 19.99 as int 19;
HSQL: a day 21.00; a fee 20; a third of 20.00 6.66; 19.99 as int 19;
H2: a day 21.01; a fee 20; a third of 20.00 6.6666666666666666666667; 19.99 as int 20;
TEXT
