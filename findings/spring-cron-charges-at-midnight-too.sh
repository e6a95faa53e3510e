#!/usr/bin/env bash
# Spring 4.3.30 (Debian 12, Java), @Scheduled(cron = …) and CronSequenceGenerator. "0 0 9 1 * MON", at nine on a first that is a Monday, comes at midnight, too, if it was computed in the months before: the customer is charged at 00:00 and
# at 09:00 of February 1. A day and a weekday must both fit, where cron takes either. */14 of the days is 14 and 28, where cron has 1, 15 and 29. What is due at 02:30 is left out where that hour is missing.
# Safe: a plain day of the month, a look at the date inside the job, and the order's reference as the key of the charge.
# Needs Debian 12's default-jdk-headless and libspring-context-java.
set -euo pipefail
jars=/usr/share/maven-repo/org/springframework
[ -e $jars/spring-context/4.3.30.RELEASE/spring-context-4.3.30.RELEASE.jar ] && command -v javac >/dev/null || { echo "needs Debian's packages default-jdk-headless and libspring-context-java"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Renewals.java <<'JAVA'
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;
import org.springframework.scheduling.support.CronSequenceGenerator;

public class Renewals {
  public static void main(String[] none) throws Exception {
    TimeZone berlin = TimeZone.getTimeZone("Europe/Berlin");
    SimpleDateFormat shown = new SimpleDateFormat("EEE yyyy-MM-dd HH:mm", Locale.US);
    shown.setTimeZone(berlin);
    String[][] asked = {
      {"0 0 9 1 * MON", "Thu 2026-12-31 12:00"},
      {"0 0 9 1 * MON", "Sun 2027-01-31 12:00"},
      {"0 0 9 1 * *", "Thu 2026-12-31 12:00"},
      {"0 0 9 */14 * *", "Thu 2026-12-31 12:00"},
      {"0 30 2 * * *", "Sat 2027-03-27 12:00"},
    };
    for (String[] one : asked) {
      Date at = shown.parse(one[1]);
      StringBuilder times = new StringBuilder();
      for (int n = 0; n < 3; n++) times.append(n == 0 ? "" : ", ").append(shown.format(at = new CronSequenceGenerator(one[0], berlin).next(at)));
      System.out.println(one[0] + " after " + one[1] + ": " + times);
    }
  }
}
JAVA
classes=$jars/spring-context/4.3.30.RELEASE/spring-context-4.3.30.RELEASE.jar:$jars/spring-core/4.3.30.RELEASE/spring-core-4.3.30.RELEASE.jar:/usr/share/java/commons-logging.jar
javac -cp "$classes" Renewals.java
java -cp "$classes:." Renewals | tee seen
diff seen - <<'TEXT'
0 0 9 1 * MON after Thu 2026-12-31 12:00: Mon 2027-02-01 00:00, Mon 2027-02-01 09:00, Mon 2027-03-01 09:00
0 0 9 1 * MON after Sun 2027-01-31 12:00: Mon 2027-02-01 09:00, Mon 2027-03-01 09:00, Mon 2027-11-01 09:00
0 0 9 1 * * after Thu 2026-12-31 12:00: Fri 2027-01-01 09:00, Mon 2027-02-01 09:00, Mon 2027-03-01 09:00
0 0 9 */14 * * after Thu 2026-12-31 12:00: Thu 2027-01-14 09:00, Thu 2027-01-28 09:00, Sun 2027-02-14 09:00
0 30 2 * * * after Sat 2027-03-27 12:00: Mon 2027-03-29 02:30, Tue 2027-03-30 02:30, Wed 2027-03-31 02:30
TEXT
