#!/usr/bin/env bash
# Guava 31.1 (Debian 12, Java). EventBus.post("paid") returns as if all went well when the subscriber that ships throws: the error is a line in a log, the mail goes out, and the webhook answers OK, so that the event never comes again. An
# id that is a long where the subscriber takes an Integer is given to nobody, without a line. A LoadingCache with refreshAfterWrite shows OPEN for as long as the query fails, without an error.
# Safe: EventBus with a SubscriberExceptionHandler that notes the order, a subscriber for DeadEvent, and expireAfterWrite beside refreshAfterWrite.
# Needs Debian 12's libguava-java and default-jdk-headless.
set -euo pipefail
[ -e /usr/share/java/guava.jar ] && command -v javac >/dev/null || { echo "needs Debian's packages libguava-java and default-jdk-headless"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Shop.java <<'JAVA'
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogManager;

public class Shop {
  static final List<String> done = new ArrayList<>();

  public static class Warehouse {
    @Subscribe public void ship(Integer order) { throw new IllegalStateException("no stock"); }
  }

  public static class Mailer {
    @Subscribe public void mail(Integer order) { done.add("mailed"); }
  }

  static void post(EventBus bus, Object order) {
    done.clear();
    String end = "returned";
    try { bus.post(order); } catch (RuntimeException error) { end = "threw"; }
    System.out.println("post of an order as " + order.getClass().getSimpleName() + ": " + end + ", done: " + done);
  }

  public static void main(String[] none) throws Exception {
    LogManager.getLogManager().reset();
    EventBus bus = new EventBus();
    bus.register(new Warehouse());
    bus.register(new Mailer());
    post(bus, 51);
    post(bus, 51L);
    var away = new boolean[1];
    var states = CacheBuilder.newBuilder().refreshAfterWrite(1, TimeUnit.NANOSECONDS).build(new CacheLoader<String, String>() {
      public String load(String order) {
        if (away[0]) throw new IllegalStateException("the service is away");
        return "OPEN";
      }
    });
    String first = states.get("A-1");
    away[0] = true;
    System.out.println("LoadingCache: " + first + ", then, while the query fails: " + states.get("A-1") + ", " + states.get("A-1"));
  }
}
JAVA
javac -cp /usr/share/java/guava.jar Shop.java
java -cp /usr/share/java/guava.jar:. Shop | tee seen
diff seen - <<'TEXT'
post of an order as Integer: returned, done: [mailed]
post of an order as Long: returned, done: []
LoadingCache: OPEN, then, while the query fails: OPEN, OPEN
TEXT
