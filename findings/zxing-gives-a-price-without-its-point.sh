#!/usr/bin/env bash
# ZXing 3.4.1 (Java, Debian 12): ResultParser reads the price from a GS1 barcode, as on weighed goods. The code of the price's field says how many decimals it has:
# (3922)1999 is 19.99, and (3932)9781999 is 19.99 euros. getPrice() is "1999" for both, without the point; the 2 waits in getPriceIncrement(). A till that shows
# or charges getPrice() asks a hundred times the price, and the right one for (3920)50. getWeight() is the same: 1.750 kg is "001750".
# Safe: new BigDecimal(price).movePointLeft(Integer.parseInt(increment)).
# Needs Debian 12's libzxing-core-java and a JDK.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
jar=/usr/share/java/core.jar
[ -f "$jar" ] && command -v javac >/dev/null || { echo "needs Debian's packages libzxing-core-java and default-jdk-headless"; exit 1; }
cat >Till.java <<'JAVA'
import com.google.zxing.BarcodeFormat;
import com.google.zxing.Result;
import com.google.zxing.client.result.ExpandedProductParsedResult;
import com.google.zxing.client.result.ResultParser;

public class Till {
  public static void main(String[] arguments) {
    for (String price : new String[] {"(3920)50", "(3922)1999", "(3932)9781999"}) {
      Result scanned = new Result("(01)90012345678908" + price, null, null, BarcodeFormat.RSS_EXPANDED);
      ExpandedProductParsedResult read = (ExpandedProductParsedResult) ResultParser.parseResult(scanned);
      System.out.println(price + ": price " + read.getPrice() + ", increment " + read.getPriceIncrement() + ", currency " + read.getPriceCurrency());
    }
  }
}
JAVA
javac -cp "$jar" Till.java
java -cp "$jar:." Till | tee seen
diff seen - <<'TEXT'
(3920)50: price 50, increment 0, currency null
(3922)1999: price 1999, increment 2, currency null
(3932)9781999: price 1999, increment 2, currency 978
TEXT
