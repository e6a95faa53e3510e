#!/usr/bin/env bash
# Spring 4.3.30 (Debian 12, Java). A @TransactionalEventListener ships when a paid order is committed. An event that is published outside of a transaction, as by a handler that lost its @Transactional or calls itself, is dropped without a
# word. A listener that throws is a line in a log, while the commit and the webhook's OK go on, so that the event never comes again. A plain @EventListener gets both, and its error.
# Safe: fallbackExecution = true, and a state of the order such as "to be shipped" that a job looks for.
# Needs Debian 12's default-jdk-headless, libspring-context-java and libspring-transaction-java.
set -euo pipefail
jars=/usr/share/maven-repo/org/springframework
[ -e $jars/spring-tx/4.3.30.RELEASE/spring-tx-4.3.30.RELEASE.jar ] && command -v javac >/dev/null || { echo "needs Debian's packages default-jdk-headless, libspring-context-java and libspring-transaction-java"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Shop.java <<'JAVA'
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.event.TransactionalEventListenerFactory;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

public class Shop {
  static final List<String> done = new ArrayList<>();

  public static class Books {
    @EventListener public void book(String order) { done.add("booked"); }
  }

  public static class Warehouse {
    @TransactionalEventListener public void ship(String order) {
      if (order.equals("A-3")) throw new IllegalStateException("no stock");
      done.add("shipped");
    }
  }

  public static class Fallback {
    @TransactionalEventListener(fallbackExecution = true) public void mail(String order) { done.add("mailed"); }
  }

  public static class Transactions extends AbstractPlatformTransactionManager {
    protected Object doGetTransaction() { return new Object(); }
    protected void doBegin(Object transaction, TransactionDefinition definition) {}
    protected void doCommit(DefaultTransactionStatus status) { done.add("committed"); }
    protected void doRollback(DefaultTransactionStatus status) { done.add("rolled back"); }
  }

  static void tell(String name, Runnable paid) {
    done.clear();
    String end = "returned";
    try { paid.run(); } catch (RuntimeException error) { end = "threw"; }
    System.out.println(name + ": " + end + ", " + String.join(", ", done));
  }

  public static void main(String[] none) {
    AnnotationConfigApplicationContext shop = new AnnotationConfigApplicationContext();
    shop.register(Books.class, Warehouse.class, Fallback.class, Transactions.class, TransactionalEventListenerFactory.class);
    shop.refresh();
    TransactionTemplate transaction = new TransactionTemplate(shop.getBean(Transactions.class));
    tell("A-1 in a transaction", () -> transaction.execute(status -> { shop.publishEvent("A-1"); return null; }));
    tell("A-2 outside of one", () -> shop.publishEvent("A-2"));
    tell("A-3, whose shipment throws", () -> transaction.execute(status -> { shop.publishEvent("A-3"); return null; }));
    shop.close();
  }
}
JAVA
classes=$(printf '%s:' $jars/spring-{tx,core,beans,aop,context,expression}/4.3.30.RELEASE/*.jar)/usr/share/java/commons-logging.jar
javac -source 8 -target 8 -nowarn -cp "$classes" Shop.java 2>/dev/null
java --add-opens java.base/java.lang=ALL-UNNAMED -cp "$classes:." Shop 2>/dev/null | tee seen
diff seen - <<'TEXT'
A-1 in a transaction: returned, booked, committed, shipped, mailed
A-2 outside of one: returned, booked, mailed
A-3, whose shipment throws: returned, booked, committed, mailed
TEXT
