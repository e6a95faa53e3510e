#!/usr/bin/env bash
# Jackson 2.14 and Gson 2.10 (Debian 12), their trees. JsonNode.decimalValue() and doubleValue() of the amount "50.00", in quotes, are 0, without an error; asDouble() is 50.0, but of "1,234.50" 0.0, and there is
# no asDecimal(). asLong() of an order id of 20 digits is negative, asInt() of one of 18 digits is 1569325107, and of 19.99 it is 19. Gson's getAsLong and getAsInt cut so, too;
# its getAsBigDecimal of a text is right. Into a class both throw for ids that are too large, but Jackson makes 19 of 19.99 and 0 of "" for an int.
# Safe: new BigDecimal(node.asText()); ids by asText(); DeserializationFeature.ACCEPT_FLOAT_AS_INT off.
# Needs Debian 12's default-jdk-headless, libjackson2-databind-java and libgoogle-gson-java.
set -euo pipefail
jars=/usr/share/java
[ -e $jars/jackson-databind.jar ] && [ -e $jars/gson.jar ] || { echo "needs Debian's packages default-jdk-headless, libjackson2-databind-java and libgoogle-gson-java"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Answer.java <<'JAVA'
import com.fasterxml.jackson.databind.*;
import com.google.gson.*;

public class Answer {
  public static class Order { public int cents; }

  public static void main(String[] arguments) throws Exception {
    String answer = "{\"number\":19.99,\"text\":\"50.00\",\"groups\":\"1,234.50\",\"id\":100000000000000051,\"long\":12345678901234567890}";
    ObjectMapper mapper = new ObjectMapper();
    JsonNode tree = mapper.readTree(answer);
    JsonObject gson = JsonParser.parseString(answer).getAsJsonObject();
    for (String name : new String[] {"number", "text", "groups", "id", "long"}) {
      JsonNode node = tree.get(name);
      System.out.print(node + ": decimalValue " + node.decimalValue() + ", doubleValue " + node.doubleValue() + ", asDouble " + node.asDouble() + ", asInt " + node.asInt() + ", asLong " + node.asLong());
      JsonElement element = gson.get(name);
      if (!element.getAsJsonPrimitive().isString()) System.out.print(", Gson getAsInt " + element.getAsInt() + ", getAsLong " + element.getAsLong());
      System.out.println();
    }
    System.out.println("Gson getAsBigDecimal of the text: " + gson.get("text").getAsBigDecimal());
    for (String cents : new String[] {"19.99", "\"\""}) System.out.println("int of " + cents + ": " + mapper.readValue("{\"cents\":" + cents + "}", Order.class).cents);
  }
}
JAVA
java -cp "$jars/jackson-databind.jar:$jars/jackson-core.jar:$jars/jackson-annotations.jar:$jars/gson.jar" Answer.java | tee seen
diff seen - <<'TEXT'
19.99: decimalValue 19.99, doubleValue 19.99, asDouble 19.99, asInt 19, asLong 19, Gson getAsInt 19, getAsLong 19
"50.00": decimalValue 0, doubleValue 0.0, asDouble 50.0, asInt 50, asLong 50
"1,234.50": decimalValue 0, doubleValue 0.0, asDouble 0.0, asInt 0, asLong 0
100000000000000051: decimalValue 100000000000000051, doubleValue 1.00000000000000048E17, asDouble 1.00000000000000048E17, asInt 1569325107, asLong 100000000000000051, Gson getAsInt 1569325107, getAsLong 100000000000000051
12345678901234567890: decimalValue 12345678901234567890, doubleValue 1.2345678901234567E19, asDouble 1.2345678901234567E19, asInt -350287150, asLong -6101065172474983726, Gson getAsInt -350287150, getAsLong -6101065172474983726
Gson getAsBigDecimal of the text: 50.00
int of 19.99: 19
int of "": 0
TEXT
