#!/usr/bin/env bash
# Apache POI 4.0.1 (Debian 12), which computes and reads spreadsheets in Java. TRUNC(0.29, 2) is 0.28, and 573 of the amounts from 0.01 to 99.99, which have nothing to cut, lose a cent; FLOOR by 0.01
# takes one from 1076. Gnumeric keeps them. ROUNDDOWN is right. DataFormatter shows the format [$HKD] #,##0.00, as Excel writes it, as "[$HKD] 1,234.50"; toString() of the
# order 1234567890 in a cell is 1.23456789E9.
# Safe: ROUNDDOWN; the values themselves, by getNumericCellValue() and BigDecimal.
# Needs Debian 12's default-jdk-headless and libapache-poi-java.
set -euo pipefail
jars=/usr/share/java
[ -e $jars/poi.jar ] || { echo "needs Debian's packages default-jdk-headless and libapache-poi-java"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Report.java <<'JAVA'
import java.util.Locale;
import org.apache.poi.hssf.usermodel.*;
import org.apache.poi.ss.usermodel.*;

public class Report {
  public static void main(String[] arguments) {
    Workbook book = new HSSFWorkbook();
    Sheet sheet = book.createSheet();
    FormulaEvaluator evaluator = book.getCreationHelper().createFormulaEvaluator();
    Cell amount = sheet.createRow(0).createCell(0);
    for (String formula : new String[] {"TRUNC(A1,2)", "FLOOR(A1,0.01)", "ROUNDDOWN(A1,2)", "ROUND(A1,2)"}) {
      Cell cell = sheet.getRow(0).createCell(1);
      cell.setCellFormula(formula);
      int lost = 0;
      String first = "";
      for (int cents = 1; cents <= 9999; cents++) {
        amount.setCellValue(cents / 100.0);
        evaluator.clearAllCachedResultValues();
        double result = evaluator.evaluate(cell).getNumberValue();
        if (Math.abs(result - cents / 100.0) > 0.005) {
          lost++;
          if (first.isEmpty()) first = ", first " + cents / 100.0 + " as " + Math.round(result * 100) / 100.0;
        }
      }
      System.out.println(formula + ": " + lost + " of 9999 change" + first);
    }
    CellStyle style = book.createCellStyle();
    style.setDataFormat(book.createDataFormat().getFormat("[$HKD] #,##0.00"));
    amount.setCellValue(1234.5);
    amount.setCellStyle(style);
    System.out.println("DataFormatter: " + new DataFormatter(Locale.US).formatCellValue(amount));
    amount.setCellValue(1234567890);
    System.out.println("toString: " + amount);
  }
}
JAVA
java -cp "$jars/poi.jar:$jars/commons-collections4.jar:$jars/commons-math3.jar:$jars/commons-codec.jar" Report.java 2>/dev/null | tee seen
diff seen - <<'TEXT'
TRUNC(A1,2): 573 of 9999 change, first 0.29 as 0.28
FLOOR(A1,0.01): 1076 of 9999 change, first 0.29 as 0.28
ROUNDDOWN(A1,2): 0 of 9999 change
ROUND(A1,2): 0 of 9999 change
DataFormatter: [$HKD] 1,234.50
toString: 1.23456789E9
TEXT
