#!/usr/bin/env bash
# Ehcache 2.6.11 (Debian 12, Java), with orders in memory. get() answers with the object itself, not with a copy: a handler that adds a refund to it, and whose transaction is then rolled back, has changed the cache, so the next request
# sees 50.00 as given back and refuses the refund that is due.
# Safe: copyOnRead(true).copyOnWrite(true), or objects that can't be changed.
# Needs Debian 12's libehcache-java and default-jdk-headless.
set -euo pipefail
[ -e /usr/share/java/ehcache.jar ] && command -v javac >/dev/null || { echo "needs Debian's packages libehcache-java and default-jdk-headless"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Shop.java <<'JAVA'
import java.io.Serializable;
import net.sf.ehcache.Cache;
import net.sf.ehcache.CacheManager;
import net.sf.ehcache.Element;
import net.sf.ehcache.config.CacheConfiguration;
import net.sf.ehcache.config.Configuration;

public class Shop {
  public static class Order implements Serializable {
    long refundedCents = 0;
  }

  static Order find(Cache cache) { return (Order) cache.get("A-1").getObjectValue(); }

  static void refund(String name, Cache cache) {
    cache.put(new Element("A-1", new Order()));
    try {
      find(cache).refundedCents += 5000;
      throw new IllegalStateException("the service declined, so the transaction is rolled back");
    } catch (IllegalStateException rolledBack) {
      System.out.println(name + ": given back, as the next request reads it: " + find(cache).refundedCents);
    }
  }

  public static void main(String[] none) {
    CacheManager manager = CacheManager.create(new Configuration().name("shop").updateCheck(false));
    Cache plain = new Cache(new CacheConfiguration("plain", 100));
    Cache copies = new Cache(new CacheConfiguration("copies", 100).copyOnRead(true).copyOnWrite(true));
    manager.addCache(plain);
    manager.addCache(copies);
    refund("as it begins", plain);
    refund("copyOnRead and copyOnWrite", copies);
    manager.shutdown();
  }
}
JAVA
classes=/usr/share/java/ehcache.jar:/usr/share/java/slf4j-api.jar:/usr/share/java/slf4j-nop.jar
javac -cp $classes Shop.java
java -cp $classes:. Shop | tee seen
diff seen - <<'TEXT'
as it begins: given back, as the next request reads it: 5000
copyOnRead and copyOnWrite: given back, as the next request reads it: 0
TEXT
