import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import paymentsandbox.PaymentSandbox;

/** The kit against a real sandbox; each test is also an example of a part of it. */
@ExtendWith(PaymentSandbox.class)
class KitTest {
    private static final String NOBODY = "http://127.0.0.1:9/nobody";

    @SuppressWarnings("unchecked")
    private static Map<String, Object> create(PaymentSandbox.Lane lane, String reference, String notify) {
        Map<String, Object> item = Map.of("quantity", 1, "priceData", Map.of("name", "Tea", "unitAmount", 20));
        Map<String, Object> answer = lane.call("hosted-checkout/create", Map.of("merchantReference", reference,
                "amount", 20, "callbackUrl", Map.of("notify", notify), "lineItems", List.of(item)));
        return (Map<String, Object>) answer.get("order");
    }

    @Test
    void anOrderIsCreatedPaidAndQueried(PaymentSandbox.Lane lane) {
        var order = create(lane, "A-1", NOBODY);
        assertEquals("SUCCESS", lane.pay(order.get("id")).get("status"));
        create(lane, "A 2/b", NOBODY);
        assertEquals("SUCCESS", lane.pay("A 2/b").get("status"));
        var query = (Map<?, ?>) lane.call("hosted-checkout/query", Map.of("merchantReference", "A-1")).get("order");
        assertEquals("SUCCESS", query.get("status"));
        lane.verify(Map.of("order", Map.of("merchantReference", "A-1", "status", "SUCCESS")));
    }

    @Test
    void aForcedRefusalComesOnce(PaymentSandbox.Lane lane) {
        lane.pay(create(lane, "A-1", NOBODY).get("id"));
        lane.force("insufficient-unsettled-balance", 1, Map.of("operation", "*/refund"));
        Map<String, Object> refund = Map.of("merchantReference", "A-1", "amount", 20);
        assertNotEquals("0000", lane.call("hosted-checkout/refund", refund).get("responseCode"));
        assertEquals("0000", lane.call("hosted-checkout/refund", refund).get("responseCode"));
    }

    @Test
    void aScenarioFileIsLoadedByItsPath(PaymentSandbox.Lane lane) throws Exception {
        Path file = Files.createTempFile("kit", ".scenario.yaml");
        Files.writeString(file, "name: closed for today\nrules:\n  - then: { outcome: maintenance }\n");
        assertEquals("closed for today", lane.load(file).get("name"));
        assertEquals("closed for today", lane.load(file.toString()).get("name"));
        Files.delete(file);
        var query = lane.call("hosted-checkout/query", Map.of("merchantReference", "A-1"));
        assertEquals("service under maintenance", query.get("message"));
        assertEquals("maintenance-window", lane.load("maintenance-window").get("name"));
        var missing = assertThrows(PaymentSandbox.SandboxException.class, () -> lane.load("./none.scenario.yaml"));
        String where = Path.of("").toAbsolutePath().toString();
        assertEquals("the scenario ./none.scenario.yaml cannot be read: there is no such file (looked in " + where + ")",
                missing.getMessage());
    }

    @Test
    void aFaultOfAScenarioFileNamesTheFile(PaymentSandbox.Lane lane) throws Exception {
        Path file = Files.createTempFile("bad", ".scenario.yaml");
        Files.writeString(file, "name: bad\nrules: 5\n");
        var refused = assertThrows(PaymentSandbox.SandboxException.class, () -> lane.load(file));
        Files.delete(file);
        assertTrue(refused.getMessage().contains(" answered 400: " + file + ":2:8: rules is 5"), refused.getMessage());
    }

    @Test
    void aPathOfTheControlApiNeedsNoSlash(PaymentSandbox.Lane lane) {
        assertEquals(lane.control("GET", "/orders", null), lane.control("GET", "orders", null));
    }

    @Test
    void lanesDoNotSeeEachOther(PaymentSandbox.Lane lane) {
        create(lane, "A-1", NOBODY);
        assertEquals(List.of(), PaymentSandbox.shared().lane().orders());
        assertEquals("A-1", lane.orders().get(0).get("merchantReference"));
    }

    @Test
    void aNotificationIsGenuineAndAChangedOneIsNot(PaymentSandbox.Lane lane) throws Exception {
        var heard = new ArrayBlockingQueue<String>(1);
        HttpServer shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        shop.createContext("/", exchange -> {
            heard.offer(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("OK".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        shop.start();
        try {
            var order = create(lane, "A-1", "http://127.0.0.1:" + shop.getAddress().getPort() + "/notify");
            lane.pay(order.get("id"));
            Map<String, Object> match = Map.of("merchantReference", "A-1", "acknowledged", true);
            lane.waitFor("notification", match, Duration.ofSeconds(10));
        } finally {
            shop.stop(0);
        }
        String body = heard.poll(1, TimeUnit.SECONDS);
        Map<String, String> fields = fieldsOf(body);
        assertTrue(lane.isGenuine(fields));
        assertTrue(lane.isGenuine(body));
        for (String other : List.of("{\"a\": \"b\"}", "no JSON", "[]", "")) assertFalse(lane.isGenuine(other), other);
        Map<String, String> forged = new HashMap<>(fields);
        forged.put("amount", "1.00");
        assertFalse(lane.isGenuine(forged));
        fields.put("signature", "no signature");
        assertFalse(lane.isGenuine(fields));
        fields.remove("signature");
        assertThrows(IllegalArgumentException.class, () -> lane.isGenuine(fields));
    }

    /** A notification has texts only, so a pattern reads it. */
    private static Map<String, String> fieldsOf(String body) {
        Map<String, String> fields = new LinkedHashMap<>();
        var member = java.util.regex.Pattern.compile("\"(\\w+)\"\\s*:\\s*\"([^\"]*)\"").matcher(body);
        while (member.find()) fields.put(member.group(1), member.group(2));
        return fields;
    }

    @Test
    void anOrderThatWasNotMadeCannotBePaid(PaymentSandbox.Lane lane) {
        for (Object nothing : new Object[] {"", null}) {
            var refused = assertThrows(PaymentSandbox.SandboxException.class, () -> lane.pay(nothing));
            assertTrue(refused.getMessage().contains("was the call refused that returns it?"), refused.getMessage());
        }
    }

    @Test
    void theClockMoves(PaymentSandbox.Lane lane) {
        lane.freeze("2026-01-05T10:00:00+08:00");
        create(lane, "A-1", NOBODY);
        lane.advance("2d");
        assertEquals("CLOSED", lane.orders().get(0).get("status"));
        Object id = lane.orders().get(0).get("id");
        var refused = assertThrows(PaymentSandbox.SandboxException.class, () -> lane.simulate(id, "expire"));
        assertTrue(refused.getMessage().contains("lane.order(" + id + ") shows its state"), refused.getMessage());
    }

    @Test
    void theClockTakesADurationAndAnInstant(PaymentSandbox.Lane lane) {
        Instant at = Instant.parse("2026-01-05T02:00:00.123Z");
        assertEquals(at, OffsetDateTime.parse((String) lane.freeze(at).get("now")).toInstant());
        Instant later = OffsetDateTime.parse((String) lane.advance(Duration.ofMinutes(20)).get("now")).toInstant();
        assertEquals(at.plusSeconds(1200), later);
        assertEquals(at, OffsetDateTime.parse((String) lane.setClock(at).get("now")).toInstant());
        Map<String, Object> in = Map.of("action", "freeze", "at", at.plusSeconds(1800).atZone(ZoneId.of("Asia/Hong_Kong")));
        lane.control("PUT", "/clock", in);
    }

    @Test
    void anAmountMayBeABigDecimalAndNeverInfinite(PaymentSandbox.Lane lane) {
        String request = (String) lane.sign(Map.of("amount", new BigDecimal("5.10"))).get("request");
        assertTrue(request.contains("\"amount\":5.1,") || request.contains("\"amount\":5.1}"), request);
        var refused = assertThrows(IllegalArgumentException.class, () -> lane.sign(Map.of("amount", 1.0 / 0)));
        assertTrue(refused.getMessage().startsWith("Infinity cannot be sent"), refused.getMessage());
    }

    @Test
    void aVainWaitNamesMethodsOfTheLane(PaymentSandbox.Lane lane) {
        lane.force(Map.of("then", Map.of("notify", Map.of("delay", Duration.ofMinutes(10)))));
        lane.pay(create(lane, "A-1", NOBODY).get("id"));
        var late = assertThrows(PaymentSandbox.WaitedInVain.class, () -> lane.waitFor("notification", Map.of(), Duration.ofMillis(1)));
        assertTrue(late.getMessage().contains(": advance the clock with lane.advance(\"10m\")."), late.getMessage());
        assertTrue(((String) late.facts().get("fix")).contains("PUT /_sandbox/clock"));
        assertEquals(1, lane.waitFor("order").size());
        assertEquals("held", lane.hold(1).get("state"));
        var held = assertThrows(PaymentSandbox.WaitedInVain.class, () -> lane.waitFor("notification", Map.of(), Duration.ofMillis(1)));
        assertTrue(held.getMessage().contains("lane.release(1)"), held.getMessage());
        assertNotEquals("held", lane.release(1).get("state"));
    }

    @Test
    void aWrongCallSaysWhatIsWrong(PaymentSandbox.Lane lane) {
        var refused = assertThrows(PaymentSandbox.SandboxException.class,
                () -> lane.force("insufficient-unsettled-balanc", Map.of("operation", "*/refund")));
        assertTrue(refused.getMessage().contains("then.outcome"), refused.getMessage());
        Map<String, Object> none = Map.of("merchantReference", "NONE");
        var waited = assertThrows(PaymentSandbox.WaitedInVain.class,
                () -> lane.waitFor("order", none, Duration.ofMillis(1)));
        assertEquals(List.of(), waited.facts().get("nearest"));
        var unmet = assertThrows(AssertionError.class, () -> lane.verify(Map.of("order", none)));
        assertTrue(unmet.getMessage().contains("NONE"), unmet.getMessage());
    }

    @Test
    void verifyWithoutArgumentsChecksWhatTheScenarioExpects(PaymentSandbox.Lane lane) {
        Map<String, Object> paid = Map.of("order", Map.of("merchantReference", "A-1", "status", "SUCCESS"));
        lane.load(Map.of("name", "paid", "expect", List.of(paid)));
        var order = create(lane, "A-1", NOBODY);
        var unmet = assertThrows(AssertionError.class, () -> lane.verify());
        assertTrue(unmet.getMessage().contains("OPEN"), unmet.getMessage());
        lane.pay(order.get("id"));
        lane.verify();
    }

    @Test
    void verifyWithNothingToCheckFails(PaymentSandbox.Lane lane) {
        lane.load(Map.of("name", "no expectation", "rules", List.of()));
        var nothing = assertThrows(AssertionError.class, () -> lane.verify());
        assertTrue(nothing.getMessage().startsWith("verify() checked nothing: "), nothing.getMessage());
    }

    @Test
    void aWaitCountsAndAPaymentNamesItsCard(PaymentSandbox.Lane lane) {
        Object id = create(lane, "A-1", NOBODY).get("id");
        Map<String, Object> match = Map.of("operation", "hosted-checkout/create");
        assertEquals(1, lane.waitFor("request", match).size());
        assertThrows(PaymentSandbox.WaitedInVain.class, () -> lane.waitFor("request", match, 2, Duration.ofMillis(1)));
        assertEquals("OPEN", lane.pay(id, Map.of("card", "expired-card")).get("status"));
        create(lane, "A-2", NOBODY);
        assertEquals(2, lane.waitFor("request", match, 2, Duration.ofSeconds(5)).size());
        lane.pay(id);
        assertEquals(List.of(id), lane.orders(Map.of("merchantReference", "A-1")).stream().map(one -> one.get("id")).toList());
        assertEquals("frozen", lane.freeze().get("mode"));
        lane.snapshot(lane.name());
        assertEquals(1L, lane.settle().get("settled"));
        lane.restore(lane.name());
        assertEquals(1L, lane.settle().get("settled"));
        assertEquals(7L, lane.putMerchant(7, Map.of("capabilities", Map.of())).get("merchantId"));
    }

    @Test
    void aVainWaitNamesWhatCameNearest(PaymentSandbox.Lane lane) {
        Object id = create(lane, "A-1", "app://shop").get("id");
        assertVain(lane, "nearest: order " + id + " OPEN", "order", Map.of("merchantReference", "A-1", "status", "SUCCESS"));
        Map<String, Object> other = Map.of("operation", "hosted-checkout/create", "merchantReference", "A-2");
        assertVain(lane, "nearest: request req-\\S+ hosted-checkout/create 0000", "request", other);
        lane.pay(id);
        Map<String, Object> answered = Map.of("merchantReference", "A-1", "acknowledged", true);
        assertVain(lane, "nearest: notification \\d+ refused", "notification", answered);
    }

    private static void assertVain(PaymentSandbox.Lane lane, String end, String what, Map<String, Object> match) {
        var waited = assertThrows(PaymentSandbox.WaitedInVain.class, () -> lane.waitFor(what, match, Duration.ofMillis(1)));
        assertTrue(waited.getMessage().matches("(?s).* " + end), waited.getMessage());
        assertEquals(1, ((List<?>) waited.facts().get("nearest")).size());
    }

    @Test
    void aSandboxOfOurOwnIsStartedAndStopped() {
        PaymentSandbox.Server server = PaymentSandbox.start();
        assertEquals(List.of(), server.lane("mine").orders());
        server.close();
        var gone = assertThrows(PaymentSandbox.SandboxException.class, server::lane);
        assertTrue(gone.getMessage().contains("no sandbox answers"), gone.getMessage());
    }

    @Test
    void aLostAnswerIsNotTakenForAMissingSandbox(PaymentSandbox.Lane lane) {
        Map.of("connection-reset", "", "empty-body", ": HTTP 200 with no body", "html-body", ": HTTP 200 with the body \"<",
                "garbage-body", ": HTTP 200 with the body \"\\u0000").forEach((fault, said) -> {
            lane.next(Map.of("fault", fault, "placed", "after-commit"));
            var lost = assertThrows(PaymentSandbox.SandboxException.class,
                    () -> lane.call("hosted-checkout/query", Map.of("merchantReference", "A-1")), fault);
            String expected = "the answer was lost at " + lane.url() + "/hosted-checkout/query" + said;
            assertTrue(lost.getMessage().contains(expected), lost.getMessage());
        });
    }

    @Test
    void aWarningIsPrinted(PaymentSandbox.Lane lane) {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            lane.call("hosted-checkout/query", Map.of("merchantReference", "A-1", "orderid", 1));
        } finally {
            System.setErr(before);
        }
        String text = printed.toString(StandardCharsets.UTF_8);
        assertTrue(text.contains("query: unknown parameter orderid. Did you mean orderId?"), text);
    }

    @Test
    void aPageIsPaidAndOneThatStoresACardIsSaved(PaymentSandbox.Lane lane) {
        Map<String, Object> created = lane.call("hosted-checkout/create", Map.of(
                "merchantReference", "A-1", "amount", 5,
                "lineItems", List.of(Map.of("quantity", 1, "priceData", Map.of("name", "Tea", "unitAmount", 5)))));
        assertEquals("SUCCESS", lane.pay(created.get("checkoutUrl")).get("status"));
        Object page = lane.call("tokenization/add-token", Map.of("userId", "anna")).get("checkoutUrl");
        assertEquals("OPEN", lane.saveCard(page, Map.of("action", "decline")).get("status"));
        assertEquals("SAVED", lane.saveCard(page, Map.of("card", "visa-credit")).get("status"));
        var refused = assertThrows(PaymentSandbox.SandboxException.class, () -> lane.pay(page));
        assertTrue(refused.getMessage().contains("lane.saveCard(page) saves it"), refused.getMessage());
    }

    @Test
    void aCardThatIsDeclinedIsNotSaved(PaymentSandbox.Lane lane) {
        lane.force("insufficient-funds", 1, Map.of("operation", "*/add-token"));
        Object page = lane.call("tokenization/add-token", Map.of("userId", "anna")).get("checkoutUrl");
        var refused = assertThrows(PaymentSandbox.SandboxException.class, () -> lane.saveCard(page));
        assertTrue(refused.getMessage().contains("saveCard: the card is declined (insufficient-funds)"), refused.getMessage());
    }

    @Test
    void aChoiceACardAndAResend(PaymentSandbox.Lane lane) throws Exception {
        lane.assume(Map.of("duplicate-reference", "free-after-closed"));
        Map<String, Object> token = lane.addCard("master-credit", "anna");
        assertEquals("user1", lane.addCard("visa").get("userId"));
        assertEquals("202612", lane.addCard("visa", "user1", 3, Map.of("expiryDate", "202612")).get("expiryDate"));
        var unknown = assertThrows(PaymentSandbox.SandboxException.class, () -> lane.addCard("vsa", "anna"));
        assertTrue(unknown.getMessage().contains("expected a test card"), unknown.getMessage());
        Map<String, Object> sale = lane.call("tokenization/sale", Map.of(
                "userId", "anna", "tokenId", token.get("tokenId"), "merchantReference", "A-1", "amount", 5,
                "callbackUrl", Map.of("notify", "http://127.0.0.1:9/nobody"),
                "lineItems", List.of(Map.of("quantity", 1, "priceData", Map.of("name", "Tea", "unitAmount", 5)))));
        assertEquals("0000", sale.get("responseCode"));
        Map<String, Object> notification = lane.notifications().get(0);
        assertFalse(((List<?>) lane.resend(notification.get("id")).get("attempts")).isEmpty());
    }

    @Test
    void theEnvironmentIsThatOfExec(PaymentSandbox.Lane lane) throws Exception {
        var settings = lane.environment();
        assertEquals(lane.url(), settings.get("PAYMENT_SANDBOX_URL"));
        assertEquals("3", settings.get("PAYMENT_SANDBOX_MERCHANT_ID"));
        String privateKeyFile = PaymentSandbox.shared().privateKeyFile();
        assumeTrue(privateKeyFile != null, "a sandbox that was found doesn't say where the keys are");
        assertEquals(privateKeyFile, settings.get("PAYMENT_SANDBOX_PRIVATE_KEY_FILE"));
        String key = Files.readString(Path.of(settings.get("PAYMENT_SANDBOX_PUBLIC_KEY_FILE")));
        assertEquals(((String) lane.control("GET", "/keys", null).get("notificationPublicKey")).trim(), key.trim());
    }

    /** Run by the next test alone. */
    @ExtendWith(PaymentSandbox.class)
    static class Fails {
        @Test
        void fails(PaymentSandbox.Lane lane) {
            lane.call("hosted-checkout/query", Map.of("merchantReference", "NONE"));
            throw new IllegalStateException("on purpose");
        }

        @Test
        void isRefused(PaymentSandbox.Lane lane) {
            lane.force("maintenance", Map.of("operation", "*/refnd"));
        }

        @Test
        void isSkipped(PaymentSandbox.Lane lane) {
            lane.call("hosted-checkout/query", Map.of("merchantReference", "NONE"));
            assumeTrue(false);
        }

        @Test
        void leavesItsScenarioUnmet(PaymentSandbox.Lane lane) {
            lane.load(Map.of("name", "story", "expect", List.of(Map.of("order", Map.of("merchantReference", "A-1")))));
        }
    }

    @Test
    void aFailedTestTellsWhyAndLeavesItsLane() throws Exception {
        var command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
                "org.junit.platform.console.ConsoleLauncher", "--disable-banner", "--select-class", "KitTest$Fails");
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PAYMENT_SANDBOX_URL", PaymentSandbox.shared().url());
        builder.environment().remove("PAYMENT_SANDBOX_PRIVATE_KEY_FILE");
        String said = new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(2, said.split("payment-sandbox: PAYMENT_SANDBOX_URL is set without PAYMENT_SANDBOX_PRIVATE_KEY_FILE, ", -1).length, said);
        assertTrue(said.contains("isRefused(Lane)\n") && !said.contains(" has no call"), said);
        assertTrue(said.contains("req-1 hosted-checkout/query NONE 2001 order not found\n  -> Check merchantId"), said);
        var kept = Pattern.compile("payment-sandbox why --last-refused --lane (\\S+)").matcher(said).results().map(found -> found.group(1)).toList();
        assertEquals(1, kept.size(), said);
        var lane = new PaymentSandbox.Lane(kept.get(0), PaymentSandbox.shared().url() + "/lane/" + kept.get(0), Map.of());
        assertEquals("req-1", lane.requests().get(0).get("id"));
        lane.drop();
        lane.drop();
        var unmet = Pattern.compile("scenario of its lane (\\S+) is not met .*: expected order A-1").matcher(said).results().map(found -> found.group(1)).toList();
        assertEquals(1, unmet.size(), said);
        new PaymentSandbox.Lane(unmet.get(0), PaymentSandbox.shared().url() + "/lane/" + unmet.get(0), Map.of()).drop();
    }

    @Test
    void refusalsAreTheFirstAndTheLast(PaymentSandbox.Lane lane) {
        assertEquals("Lane " + lane.name() + " has no call: does the code under test call " + lane.url() + "?", lane.refusals());
        create(lane, "A-1", NOBODY);
        assertEquals("", lane.refusals());
        for (int number = 1; number <= 6; number++)
            lane.call("hosted-checkout/query", Map.of("merchantReference", "NONE-" + number));
        String[] lines = lane.refusals().split("\n");
        assertTrue(lines[0].endsWith("cut: 6 of 7; the first, and the last 3."), lines[0]);
        assertEquals("req-2 hosted-checkout/query NONE-1 2001 order not found", lines[1]);
        assertTrue(lines[3].startsWith("req-5 ") && lines[7].startsWith("req-7 "));
    }
}
