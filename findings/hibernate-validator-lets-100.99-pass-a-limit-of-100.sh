#!/usr/bin/env bash
# Hibernate Validator 5.3.6 (Debian 12), which checks beans of Java shops. @Max(100) lets a Double or Float of 100.99 pass and @Min(-50) one of -50.99, as it drops
# the decimals before it compares; the same amount as BigDecimal or text is refused. @DecimalMax is right for all.
# Safe: @DecimalMax and @DecimalMin, or BigDecimal, for amounts.
# Needs Debian 12's default-jdk-headless, libhibernate-validator-java and libel-api-java.
set -euo pipefail
jars=/usr/share/java
[ -e $jars/hibernate-validator.jar ] && [ -e $jars/el-api.jar ] || { echo "needs Debian's packages default-jdk-headless, libhibernate-validator-java and libel-api-java"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Limit.java <<'JAVA'
import java.math.BigDecimal;
import java.util.stream.Collectors;
import javax.validation.Validation;
import javax.validation.Validator;
import javax.validation.constraints.*;
import org.hibernate.validator.HibernateValidator;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;

public class Limit {
  public static class Sale {
    @Max(100) public Double asDouble;
    @Max(100) public Float asFloat;
    @Max(100) public BigDecimal asDecimal;
    @Max(100) public String asText;
    @DecimalMax("100") public Double decimalMax;
    @Min(-50) public Double refund;
    @DecimalMin("-50") public Double decimalMin;
  }

  public static void main(String[] arguments) {
    java.util.logging.LogManager.getLogManager().reset();
    Validator validator = Validation.byProvider(HibernateValidator.class).configure().messageInterpolator(new ParameterMessageInterpolator()).buildValidatorFactory().getValidator();
    for (String amount : new String[] {"100", "100.01", "100.99", "101"}) {
      Sale sale = new Sale();
      sale.asDouble = sale.decimalMax = Double.valueOf(amount);
      sale.asFloat = Float.valueOf(amount);
      sale.asDecimal = new BigDecimal(amount);
      sale.asText = amount;
      sale.refund = sale.decimalMin = 50 - Double.valueOf(amount);
      System.out.println(amount + ", a refund of " + sale.refund + ": refused " + validator.validate(sale).stream().map(one -> one.getPropertyPath().toString()).sorted().collect(Collectors.toList()));
    }
  }
}
JAVA
java -cp "$jars/hibernate-validator.jar:$jars/geronimo-validation-1.1-spec.jar:$jars/jboss-logging.jar:$jars/classmate.jar:$jars/el-api.jar" Limit.java | tee seen
diff seen - <<'TEXT'
100, a refund of -50.0: refused []
100.01, a refund of -50.010000000000005: refused [asDecimal, asText, decimalMax, decimalMin]
100.99, a refund of -50.989999999999995: refused [asDecimal, asText, decimalMax, decimalMin]
101, a refund of -51.0: refused [asDecimal, asDouble, asFloat, asText, decimalMax, decimalMin, refund]
TEXT
