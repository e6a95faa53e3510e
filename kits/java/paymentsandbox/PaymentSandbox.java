package paymentsandbox;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;

/**
 * Tests of a shop against payment-sandbox: JUnit 5, Java 17 or newer, no other dependency.
 *
 * <pre>
 * &#64;ExtendWith(PaymentSandbox.class)
 * class RefundTest {
 *     &#64;Test
 *     void aRefusalKeepsTheOrderPaid(PaymentSandbox.Lane lane) {
 *         lane.force("insufficient-unsettled-balance", 1, Map.of("operation", "*&#47;refund"));
 *         var shop = new Shop(lane.environment()); // or new Shop(lane.url())
 *         ...
 * </pre>
 *
 * Each test gets a lane of its own. {@code PAYMENT_SANDBOX_URL} names a sandbox that runs already. Without it one is
 * started on a free port for this JVM by {@code PAYMENT_SANDBOX_COMMAND}, else {@code payment-sandbox}, else
 * {@code npx payment-sandbox}; it ends with the JVM.
 */
public final class PaymentSandbox implements ParameterResolver, AfterEachCallback {
    public static final int DEMO_MERCHANT = 3;
    private static final int START_SECONDS = 60;
    /** How many of the last refused calls of a failed test are explained, after the first one. */
    private static final int EXPLAINED = 3;
    /** What exec sets, and the member of the ready file that says it. PAYMENT_SANDBOX_URL is the lane's. */
    private static final Map<String, String> SETTINGS = Map.of(
            "PAYMENT_SANDBOX_MERCHANT_ID", "merchantId",
            "PAYMENT_SANDBOX_PRIVATE_KEY_FILE", "privateKeyFile",
            "PAYMENT_SANDBOX_PUBLIC_KEY_FILE", "publicKeyFile",
            "PAYMENT_SANDBOX_CA_FILE", "caFile");
    /** Where the job's own sandbox keeps its lanes. One that the kit starts keeps nothing. */
    private static final List<String> KEPT = List.of("PAYMENT_SANDBOX_STORE", "PAYMENT_SANDBOX_DATA_DIR");
    /** Calls of the control API that a refusal or a vain wait names, and the method of a lane that does the same. */
    private static final Map<String, String> METHODS = Map.of(
            "by (\\w+) with PUT /_sandbox/clock", "with lane.advance(\"$1\")",
            "POST /_sandbox/orders/(\\w+)/simulate", "lane.pay($1)",
            "POST /_sandbox/card-entries/\\w+/simulate \\{.*?\\}", "lane.saveCard(page)",
            "GET /_sandbox/orders/(\\w+)", "lane.order($1)",
            "POST /_sandbox/notifications/(\\w+)/(resend|release)", "lane.$2($1)");
    private static final String NOTHING_CHECKED = "verify() checked nothing: no loaded scenario expects anything."
            + " Give it expectations, or load a scenario that has expect.";
    private static final String STARTED = "started a sandbox at %s for this process: PAYMENT_SANDBOX_URL names none.";
    private static final String NO_KEYS =
            "PAYMENT_SANDBOX_URL is set without PAYMENT_SANDBOX_PRIVATE_KEY_FILE, so environment() has no key: environment=$(payment-sandbox env) && eval \"$environment\" sets both.";
    private static final String NOT_FOUND = "If it is not installed here: export PATH=/path/to/payment-sandbox/node_modules/.bin:$PATH";
    private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static Server shared;

    /** The sandbox refused a call of the control API, or could not be started. Says what, and how to mend it. */
    public static class SandboxException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public SandboxException(String message) {
            super(message);
        }
    }

    /** What was waited for did not happen. */
    public static final class WaitedInVain extends SandboxException {
        private static final long serialVersionUID = 1L;
        private final Map<String, Object> facts;

        WaitedInVain(String message, Map<String, Object> facts) {
            super(message);
            this.facts = facts;
        }

        /**
         * The answer of the control API: code, message, fix, and {@code nearest}, the list of the at most three orders,
         * notifications or requests that came nearest, each as {@code orders()}, {@code notifications()} or
         * {@code requests()} gives it.
         */
        public Map<String, Object> facts() {
            return facts;
        }
    }

    // --- JUnit -----------------------------------------------------------------------------------

    private static final ExtensionContext.Namespace STORE = ExtensionContext.Namespace.create(PaymentSandbox.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Lane.class;
    }

    /** The lane of this test: the same one for its setup methods and itself. */
    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(STORE).getOrComputeIfAbsent(Lane.class, type -> shared().lane());
    }

    /** Drops the lane, unless in a sandbox that outlives it the test failed or its scenario is not met. A failed test prints the refused calls of its lane. */
    @Override
    public void afterEach(ExtensionContext context) {
        Lane lane = context.getStore(STORE).remove(Lane.class, Lane.class);
        if (lane == null) return;
        Throwable failure = context.getExecutionException().filter(error -> !(error instanceof TestAbortedException)).orElse(null);
        if (failure != null) {
            boolean isKept = shared().keepsFailed();
            System.err.print(context.getDisplayName() + "\n" + toldOfFailure(lane, failure, isKept));
            if (isKept) return;
        }
        String unmet = failure == null ? lane.unmet() : "";
        if (!unmet.isEmpty())
            System.err.println(context.getDisplayName() + ": the test passed, but the scenario of its lane " + lane.name()
                    + " is not met (lane.verify() at its end makes it fail): " + unmet);
        if (unmet.isEmpty() || !shared().keepsFailed()) lane.drop();
    }

    /** The test's own failure counts, so this throws nothing. */
    private static String toldOfFailure(Lane lane, Throwable failure, boolean isKept) {
        boolean isRefused = failure instanceof SandboxException && !(failure instanceof WaitedInVain);
        try {
            boolean hasCall = !lane.requests(Map.of("limit", 1)).isEmpty();
            if (isRefused && !hasCall) return "";
            String refusals = lane.refusals();
            String kept = "Lane " + lane.name() + " is kept as long as the sandbox or its data folder: payment-sandbox why"
                    + (refusals.isEmpty() ? "" : " --last-refused") + " --lane " + lane.name() + "\n";
            return (refusals.isEmpty() ? "" : refusals + "\n") + (isKept && hasCall ? kept : "");
        } catch (SandboxException error) {
            return "the calls of lane " + lane.name() + " cannot be read: " + error.getMessage() + "\n";
        }
    }

    /** The sandbox of this JVM: found or started at the first call. */
    public static synchronized Server shared() {
        if (shared == null) {
            String url = System.getenv("PAYMENT_SANDBOX_URL");
            boolean isNamed = url != null && !url.isEmpty();
            shared = isNamed ? new Server(address(url), null, null) : start();
            if (!isNamed) System.err.println("payment-sandbox: " + String.format(STARTED, shared.url()));
            else if (shared.privateKeyFile() == null) System.err.println("payment-sandbox: " + NO_KEYS);
        }
        return shared;
    }

    private static String address(String url) {
        if (url.matches("https?://[^/].*")) return url;
        throw new SandboxException(
                "PAYMENT_SANDBOX_URL: expected an address such as http://localhost:4655, found \"" + url + "\"");
    }

    // --- The sandbox -----------------------------------------------------------------------------

    /** Starts one on a free port with these options of start. It has the same seed each time and refuses wrong signatures. */
    public static Server start(String... options) {
        try {
            Path folder = Files.createTempDirectory("payment-sandbox-");
            Path ready = folder.resolve("ready.json");
            Path log = folder.resolve("log");
            List<String> command = new ArrayList<>(command());
            command.addAll(List.of("start", "--port", "0", "--seed", "1", "--signature", "enforce"));
            command.addAll(List.of("--ready-file", ready.toString()));
            command.addAll(Arrays.asList(options));
            Process process = run(command, log);
            try {
                Map<String, Object> facts = whenReady(process, ready, log);
                ProcessHandle own = ProcessHandle.of(((Number) facts.get("pid")).longValue()).orElse(process.toHandle());
                Server server = new Server((String) facts.get("url"), own, facts);
                Runtime.getRuntime().addShutdownHook(new Thread(server::close));
                return server;
            } catch (RuntimeException error) {
                process.destroy();
                throw error;
            } finally {
                Files.deleteIfExists(ready);
                Files.deleteIfExists(log);
                Files.deleteIfExists(folder);
            }
        } catch (IOException error) {
            throw new SandboxException("the sandbox could not be started: " + error.getMessage());
        }
    }

    private static Process run(List<String> command, Path log) throws IOException {
        if (!isRunnable(command.get(0)))
            throw new SandboxException(
                    command.get(0) + " can't be run. Does PAYMENT_SANDBOX_COMMAND name it right?");
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().keySet().removeAll(KEPT);
        return builder.start();
    }

    /** A path, or a name on the PATH. Windows has endings of its own, so it is not asked there. */
    private static boolean isRunnable(String program) {
        if (System.getProperty("os.name").startsWith("Windows")) return true;
        if (program.contains("/")) return Files.isExecutable(Path.of(program));
        return Arrays.stream(System.getenv("PATH").split(java.io.File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static List<String> command() {
        String given = System.getenv("PAYMENT_SANDBOX_COMMAND");
        if (given != null && !given.isBlank()) return List.of(given.trim().split("\\s+"));
        boolean isWindows = System.getProperty("os.name").startsWith("Windows");
        for (List<String> command : List.of(List.of("payment-sandbox"), List.of("npx", "--no-install", "payment-sandbox"))) {
            String file = command.get(0) + (isWindows ? ".cmd" : "");
            for (String folder : System.getenv("PATH").split(java.io.File.pathSeparator)) {
                Path found = Path.of(folder, file);
                if (!Files.isExecutable(found)) continue;
                List<String> whole = new ArrayList<>(command);
                whole.set(0, found.toString());
                return whole;
            }
        }
        throw new SandboxException("no payment-sandbox on the path. " + NOT_FOUND);
    }

    private static Map<String, Object> whenReady(Process process, Path ready, Path log) throws IOException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!Files.exists(ready)) {
            if (!process.isAlive() || System.nanoTime() > until) {
                String why = process.isAlive() ? "was not ready in " + START_SECONDS + " s" : "ended";
                String said = Files.readString(log);
                throw new SandboxException(
                        "the sandbox " + why + ". " + NOT_FOUND + " It said:\n" + said.substring(Math.max(0, said.length() - 2000)));
            }
            try {
                Thread.sleep(20);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new SandboxException("interrupted while the sandbox started");
            }
        }
        return object(Json.read(Files.readString(ready)));
    }

    /** A running sandbox. */
    public static final class Server implements AutoCloseable {
        private final String url;
        private final ProcessHandle process;
        private final String prefix;
        private final AtomicInteger lanes = new AtomicInteger();
        /** The merchant and its key files: of a sandbox that was started, else as the environment has them. */
        private final Map<String, String> settings = new TreeMap<>();

        private Server(String url, ProcessHandle process, Map<String, Object> facts) {
            // The address may be a lane's, as `env --lane` names it. New lanes are beside that one, and their names begin
            // with its own, so that a team's token opens them, too.
            String[] parts = url.replaceAll("/+$", "").split("/lane/");
            this.url = parts[0];
            this.prefix = (parts.length > 1 ? parts[1] + "-" : "") + "java-" + UUID.randomUUID().toString().substring(0, 8);
            this.process = process;
            settings.put("PAYMENT_SANDBOX_MERCHANT_ID", String.valueOf(DEMO_MERCHANT));
            SETTINGS.forEach((name, member) -> {
                Object found = facts == null ? System.getenv(name) : facts.get(member);
                if (found != null) settings.put(name, found.toString());
            });
        }

        /** The file of the key that signs as the demo merchant; null if the sandbox doesn't say where it is. */
        public String privateKeyFile() {
            return settings.get("PAYMENT_SANDBOX_PRIVATE_KEY_FILE");
        }

        public String url() {
            return url;
        }

        /** A new isolated world: its own orders, clock and rules. */
        public Lane lane() {
            return lane(prefix + "-" + lanes.incrementAndGet());
        }

        public Lane lane(String name) {
            json("POST", url + "/_sandbox/lanes", Map.of("name", name));
            Map<String, String> environment = new TreeMap<>(settings);
            environment.put("PAYMENT_SANDBOX_URL", url + "/lane/" + name);
            return new Lane(name, url + "/lane/" + name, environment);
        }

        /** A failed test leaves its lane in a sandbox that outlives the tests. Nobody looks into the runs of judge. */
        private boolean keepsFailed() {
            return process == null && System.getenv("PAYMENT_SANDBOX_BELIEFS_FILE") == null;
        }

        /** Ends the sandbox if this JVM started it. */
        @Override
        public void close() {
            if (process == null || !process.isAlive()) return;
            process.destroy();
            process.onExit().orTimeout(5, TimeUnit.SECONDS).exceptionally(late -> {
                process.destroyForcibly();
                return process;
            }).join();
        }
    }

    /**
     * One lane. {@code url()} is the base_url for the shop under test; the other methods are the control API.
     *
     * @param environment the variables that exec sets, for the shop under test: this lane's address, the merchant's id, the
     *     key files. For another process: {@code builder.environment().putAll(lane.environment())}.
     */
    public record Lane(String name, String url, Map<String, String> environment) {
        /** The addresses of lanes into which a test has loaded a scenario. */
        private static final Set<String> LOADED = ConcurrentHashMap.newKeySet();

        // The payment API, as a shop calls it.

        /** The envelope {request, signature} of these parameters, signed by the demo merchant (3, if none is named). */
        public Map<String, Object> sign(Map<String, ?> params) {
            Map<String, Object> whole = new LinkedHashMap<>(params);
            whole.putIfAbsent("merchantId", DEMO_MERCHANT);
            return control("POST", "/sign", Map.of("params", whole));
        }

        /** Sends a signed call, such as {@code call("hosted-checkout/query", Map.of("merchantReference", "A-1"))}. */
        public Map<String, Object> call(String path, Map<String, ?> params) {
            return json("POST", url + "/" + path.replaceAll("^/+", ""), sign(params));
        }

        /** True if the service signed this notification: its body as it came. */
        public boolean isGenuine(String body) {
            try {
                return isGenuine(object(Json.read(body)));
            } catch (IllegalArgumentException noNotification) {
                return false;
            }
        }

        /** True if the service signed this notification (all its fields, with the signature). */
        public boolean isGenuine(Map<String, ?> fields) {
            if (!fields.containsKey("signature")) throw new IllegalArgumentException("isGenuine takes a notification, "
                    + "as a map with its signature or its body, such as attempts[0].request of one of notifications()");
            String text = fields.entrySet().stream().filter(field -> !field.getKey().equals("signature"))
                    .map(field -> field.getKey() + "=" + field.getValue()).sorted().collect(Collectors.joining("&"));
            String pem = (String) control("GET", "/keys", null).get("notificationPublicKey");
            byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
            try {
                Signature rsa = Signature.getInstance("SHA256withRSA");
                rsa.initVerify(KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(der)));
                rsa.update(text.getBytes(StandardCharsets.UTF_8));
                return rsa.verify(Base64.getDecoder().decode(String.valueOf(fields.get("signature"))));
            } catch (GeneralSecurityException | IllegalArgumentException wrong) {
                return false;
            }
        }

        // Outcomes.

        /** Puts a rule in: this outcome for every call that fits {@code when}. */
        public Map<String, Object> force(String outcome, Map<String, ?> when) {
            return control("POST", "/rules", Map.of("when", when, "then", Map.of("outcome", outcome)));
        }

        /** The same for so many calls. */
        public Map<String, Object> force(String outcome, int times, Map<String, ?> when) {
            return control("POST", "/rules", Map.of("when", when, "then", Map.of("outcome", outcome), "times", times));
        }

        /** Puts a whole rule of the scenario language in: {@code when}, {@code then}, {@code times} … */
        public Map<String, Object> force(Map<String, ?> rule) {
            return control("POST", "/rules", rule);
        }

        /** The very next call gets this outcome, of any operation. For one operation: {@code force} with its {@code times}. */
        public Map<String, Object> next(String outcome) {
            return control("POST", "/next", Map.of("outcome", outcome));
        }

        /** What the very next call gets, such as {@code Map.of("fault", "connection-reset", "placed", "after-commit")}. */
        public Map<String, Object> next(Map<String, ?> then) {
            return control("POST", "/next", then);
        }

        /**
         * Applies a scenario: a name of the catalogue, or the path of a file. A text with a {@code /}, or ending in .yaml,
         * .yml or .json, is a path.
         */
        public Map<String, Object> load(String scenario) {
            if (scenario.matches(".*[/\\\\].*|.*\\.(ya?ml|json)")) return load(Path.of(scenario));
            return load(Map.of("name", scenario));
        }

        /** Applies a whole document, such as {@code Map.of("name", "paid", "expect", List.of(…))}. */
        public Map<String, Object> load(Map<String, ?> document) {
            LOADED.add(url);
            return control("PUT", "/scenario", document);
        }

        /** Applies a scenario file. */
        public Map<String, Object> load(Path file) {
            LOADED.add(url);
            String text;
            try {
                text = Files.readString(file);
            } catch (IOException error) {
                String where = file.isAbsolute() ? "" : " (looked in " + Path.of("").toAbsolutePath() + ")";
                String why = Files.exists(file) ? error.toString() : "there is no such file" + where;
                throw new SandboxException("the scenario " + file + " cannot be read: " + why);
            }
            String named = URLEncoder.encode(file.toString(), StandardCharsets.UTF_8);
            return jsonOf("PUT", url + "/_sandbox/scenario?file=" + named, "application/yaml", text);
        }

        // The shopper.

        /** Pays an order as the shopper would, with no browser: by its id, merchantReference or checkoutUrl. */
        public Map<String, Object> pay(Object order) {
            return pay(order, Map.of());
        }

        /** {@code how}: card, method. */
        public Map<String, Object> pay(Object order, Map<String, ?> how) {
            return simulate(order, "pay", how);
        }

        /** {@code action}: pay, decline, cancel, expire or settle. */
        public Map<String, Object> simulate(Object order, String action) {
            return simulate(order, action, Map.of());
        }

        /** {@code how}: card, method, reason. */
        public Map<String, Object> simulate(Object order, String action, Map<String, ?> how) {
            Map<String, Object> body = new LinkedHashMap<>(how);
            body.put("action", action);
            return object(control("POST", "/orders/" + named(order) + "/simulate", body).get("order"));
        }

        /** Saves a card on the page that add-token answered (its checkoutUrl), as the shopper would. */
        public Map<String, Object> saveCard(Object page) {
            return saveCard(page, Map.of());
        }

        /**
         * {@code how}: card, expiryDate. Throws if a rule or the card declines. A test that wants that gives
         * {@code "action", "decline"}.
         */
        public Map<String, Object> saveCard(Object page, Map<String, ?> how) {
            Map<String, Object> body = new LinkedHashMap<>(how);
            body.putIfAbsent("action", "save");
            Map<String, Object> done = control("POST", "/card-entries/" + named(page) + "/simulate", body);
            Map<String, Object> entry = object(done.get("cardEntry"));
            if (body.get("action").equals("save") && !entry.containsKey("tokenId")) {
                List<?> charges = (List<?>) done.get("charges");
                Object why = object(charges.get(charges.size() - 1)).get("declined");
                throw new SandboxException("saveCard: the card is declined (" + why + "), and none is saved");
            }
            return entry;
        }

        /** An id, a merchantReference or a page's address, for a path. */
        private static String named(Object what) {
            if (what == null || what.equals(""))
                throw new SandboxException("expected an id, a merchantReference or a checkoutUrl, found "
                        + (what == null ? "null" : "\"\"") + ": was the call refused that returns it?");
            // Encoded twice: some proxies make slashes of %2F.
            return URLEncoder.encode(what.toString(), StandardCharsets.UTF_8).replace("+", "%20").replace("%2F", "%252F");
        }

        // What happened.

        public List<Map<String, Object>> orders() {
            return orders(Map.of());
        }

        /** Those that fit these filters of the control API. */
        public List<Map<String, Object>> orders(Map<String, ?> filters) {
            return listed("orders", filters);
        }

        /** The order of this id or merchantReference, with its transactions, ledger lines, notifications and timeline. */
        public Map<String, Object> order(Object order) {
            return control("GET", "/orders/" + named(order), null);
        }

        public List<Map<String, Object>> requests() {
            return requests(Map.of());
        }

        /** Those that fit these filters of the control API. */
        public List<Map<String, Object>> requests(Map<String, ?> filters) {
            return listed("requests", filters);
        }

        /**
         * The first and the latest calls that were refused, declined or cut, each with its reason, as why says it. Without any
         * call it says so. An empty text if all calls went well.
         */
        public String refusals() {
            List<Map<String, Object>> calls = requests(Map.of("limit", 1000));
            if (calls.isEmpty()) return "Lane " + name + " has no call: does the code under test call " + url + "?";
            List<Map<String, Object>> refused = new ArrayList<>(calls.stream().filter(Lane::isRefused).toList());
            if (refused.isEmpty()) return "";
            Collections.reverse(refused);
            int count = refused.size();
            boolean isWhole = count <= EXPLAINED + 1;
            if (!isWhole) refused.subList(1, count - EXPLAINED).clear();
            String which = isWhole ? "" : "; the first, and the last " + EXPLAINED;
            String head = "Calls of lane " + name + " that were refused, declined or cut: " + count + " of " + calls.size() + which + ".";
            return head + refused.stream().map(call -> "\n" + reason(call)).collect(Collectors.joining());
        }

        private static boolean isRefused(Map<String, Object> call) {
            boolean isGood = "0000".equals(call.get("responseCode")) && Boolean.TRUE.equals(call.get("reachedClient"));
            return !isGood && !"settlement".equals(call.get("operation"));
        }

        private String reason(Map<String, Object> call) {
            Map<String, Object> details = control("GET", "/requests/" + call.get("id"), null);
            Object body = ((Map<?, ?>) details.get("response")).get("body");
            Object message = body instanceof Map<?, ?> answer ? answer.get("message") : null;
            String lost = Boolean.TRUE.equals(call.get("reachedClient")) ? null : "(the client did not get it)";
            String said = Stream.of(call.get("id"), call.get("operation"), call.get("merchantReference"), call.get("responseCode"), message, lost)
                    .filter(part -> part != null && !part.equals("")).map(String::valueOf).collect(Collectors.joining(" "));
            return said + "\n  -> " + ((Map<?, ?>) details.get("explain")).get("advice");
        }

        public List<Map<String, Object>> notifications() {
            return notifications(Map.of());
        }

        /** Those that fit these filters of the control API. */
        public List<Map<String, Object>> notifications(Map<String, ?> filters) {
            return listed("notifications", filters);
        }

        private List<Map<String, Object>> listed(String what, Map<String, ?> filters) {
            String query = filters.entrySet().stream()
                    .map(one -> one.getKey() + "=" + URLEncoder.encode(one.getValue().toString(), StandardCharsets.UTF_8))
                    .collect(Collectors.joining("&"));
            return objects(control("GET", "/" + what + (query.isEmpty() ? "" : "?" + query), null).get(what));
        }

        /** Waits at most five seconds for any "notification", "request" or "order"; else throws {@link WaitedInVain}. */
        public List<Map<String, Object>> waitFor(String what) {
            return waitFor(what, Map.of());
        }

        /** The same for one that fits {@code match}. */
        public List<Map<String, Object>> waitFor(String what, Map<String, ?> match) {
            return waitFor(what, match, Duration.ofSeconds(5));
        }

        /** The same for another time at most. Returns what matched. */
        public List<Map<String, Object>> waitFor(String what, Map<String, ?> match, Duration atMost) {
            return waitFor(what, match, 1, atMost);
        }

        /** Waits until so many match. */
        public List<Map<String, Object>> waitFor(String what, Map<String, ?> match, int count, Duration atMost) {
            Map<String, Object> body =
                    Map.of("for", what, "match", match, "count", count, "timeoutMs", atMost.toMillis());
            return objects(control("POST", "/wait", body).get("matched"));
        }

        /**
         * Throws an AssertionError with every expectation that is not met; without any, those of the loaded scenario. Throws
         * one, too, if there is nothing to check.
         */
        @SafeVarargs
        @SuppressWarnings("varargs")
        public final void verify(Map<String, ?>... expect) {
            Map<String, Object> report = control("POST", "/verify",
                    expect.length == 0 ? Map.of() : Map.of("expect", List.of(expect)));
            List<Map<String, Object>> warnings = objects(report.getOrDefault("warnings", List.of()));
            if (expect.length == 0 && warnings.stream().anyMatch(one -> "expect".equals(one.get("where"))))
                throw new AssertionError(NOTHING_CHECKED);
            if (report.get("passed") == Boolean.TRUE) return;
            throw new AssertionError(objects(report.get("failures")).stream()
                    .map(failure -> "expected " + failure.get("expected") + ", found " + failure.get("actual"))
                    .collect(Collectors.joining("\n")));
        }

        /** What the scenario that this test loaded expects in vain. Empty if it is met, or if none was loaded. */
        String unmet() {
            try {
                if (LOADED.contains(url)) verify();
            } catch (AssertionError unmet) {
                return NOTHING_CHECKED.equals(unmet.getMessage()) ? "" : unmet.getMessage();
            } catch (SandboxException error) {
                return "";
            }
            return "";
        }

        // The lane.

        /** Moves the clock, such as "20m"; answers when all that fell due has happened, notifications included. */
        public Map<String, Object> advance(String by) {
            return control("PUT", "/clock", Map.of("action", "advance", "by", by));
        }

        /** Moves the clock by a duration. */
        public Map<String, Object> advance(Duration by) {
            return control("PUT", "/clock", Map.of("action", "advance", "by", by));
        }

        /** Stops the clock at its own time. */
        public Map<String, Object> freeze() {
            return control("PUT", "/clock", Map.of("action", "freeze"));
        }

        /** Stops the clock at an instant in ISO 8601. */
        public Map<String, Object> freeze(String at) {
            return control("PUT", "/clock", Map.of("action", "freeze", "at", at));
        }

        /** Stops the clock at an instant. */
        public Map<String, Object> freeze(Instant at) {
            return control("PUT", "/clock", Map.of("action", "freeze", "at", at));
        }

        /** Sets the clock to an instant in ISO 8601, back too. It runs on if it ran. */
        public Map<String, Object> setClock(String at) {
            return control("PUT", "/clock", Map.of("action", "set", "at", at));
        }

        /** Sets the clock to an instant, back too. It runs on if it ran. */
        public Map<String, Object> setClock(Instant at) {
            return control("PUT", "/clock", Map.of("action", "set", "at", at));
        }

        public Map<String, Object> runUntilIdle() {
            return control("PUT", "/clock", Map.of("action", "run-until-idle"));
        }

        /** Chooses for assumptions until a reset, such as {@code Map.of("duplicate-reference", "free-after-closed")}. */
        public Map<String, Object> assume(Map<String, String> choices) {
            return control("PUT", "/assumptions", choices);
        }

        /** Sends a notification now, whatever the clock. */
        public Map<String, Object> resend(Object notificationId) {
            return control("POST", "/notifications/" + named(notificationId) + "/resend", Map.of());
        }

        /** Holds a waiting notification until it is released. */
        public Map<String, Object> hold(Object notificationId) {
            return control("POST", "/notifications/" + named(notificationId) + "/hold", Map.of());
        }

        /** Sends a held notification. */
        public Map<String, Object> release(Object notificationId) {
            return control("POST", "/notifications/" + named(notificationId) + "/release", Map.of());
        }

        /** Stores a card, such as "visa-credit", for user1 of the demo merchant; returns its token. */
        public Map<String, Object> addCard(String card) {
            return addCard(card, "user1", DEMO_MERCHANT);
        }

        /** The same for another user. */
        public Map<String, Object> addCard(String card, String user) {
            return addCard(card, user, DEMO_MERCHANT);
        }

        /** The same for a user of another merchant. */
        public Map<String, Object> addCard(String card, String user, int merchant) {
            return addCard(card, user, merchant, Map.of());
        }

        /** The same with more members, such as {@code Map.of("expiryDate", "202612")}. */
        public Map<String, Object> addCard(String card, String user, int merchant, Map<String, ?> more) {
            Map<String, Object> token = new LinkedHashMap<>(more);
            token.putAll(Map.of("merchantId", merchant, "userId", user, "card", card));
            return control("POST", "/tokens", token);
        }

        /** Creates or changes a merchant, such as {@code Map.of("unsettledBalance", Map.of("HKD", 100))}. */
        public Map<String, Object> putMerchant(Object merchant, Map<String, ?> fields) {
            return control("PUT", "/merchants/" + merchant, fields);
        }

        /** Settles all paid orders: how many ({@code settled}), and what was paid out for them ({@code paidOut}, by currency). */
        public Map<String, Object> settle() {
            return control("POST", "/settle", Map.of());
        }

        public void reset() {
            control("POST", "/reset", Map.of());
        }

        public Map<String, Object> snapshot(String name) {
            return control("POST", "/snapshots", Map.of("name", name));
        }

        public Map<String, Object> restore(String name) {
            return control("POST", "/snapshots/" + name + "/load", null);
        }

        public void drop() {
            LOADED.remove(url);
            try {
                control("DELETE", "/lanes/" + URLEncoder.encode(name, StandardCharsets.UTF_8), null);
            } catch (SandboxException error) {
                if (!error.getMessage().contains(" answered 404: ")) throw error; // Nobody has called it yet, or it was dropped before.
            }
        }

        /** Any call of the control API: the path without /_sandbox, a body or null. */
        public Map<String, Object> control(String method, String path, Map<String, ?> body) {
            return json(method, url + "/_sandbox/" + path.replaceAll("^/+", ""), body);
        }
    }

    // --- JSON over HTTP --------------------------------------------------------------------------

    private static Map<String, Object> json(String method, String url, Map<String, ?> body) {
        return jsonOf(method, url, "application/json", body == null ? null : Json.write(body));
    }

    /** The answer to a body of this type, or to none. */
    private static Map<String, Object> jsonOf(String method, String url, String type, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(120));
        String token = System.getenv("PAYMENT_SANDBOX_ADMIN_TOKEN");
        if (token != null && !token.isEmpty()) request.header("Authorization", "Bearer " + token);
        if (body == null) request.method(method, HttpRequest.BodyPublishers.noBody());
        else request.header("Content-Type", type).method(method, HttpRequest.BodyPublishers.ofString(body));
        HttpResponse<String> response;
        try {
            response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (IOException error) {
            // Connected: a fault may have cut the answer on purpose.
            String byHttp = error instanceof SSLException
                    ? ". If the sandbox was started without --https, it speaks http: use " + url.replaceFirst("^https:", "http:") : "";
            if (!(error instanceof ConnectException))
                throw new SandboxException("the answer was lost at " + url + ": " + error + byHttp);
            boolean isNamed = System.getenv("PAYMENT_SANDBOX_URL") != null;
            throw new SandboxException("no sandbox answers at " + url + ": " + error + (isNamed
                    ? ". PAYMENT_SANDBOX_URL names it: start it, correct the variable, or unset it, and this kit starts one." : ""));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new SandboxException("interrupted while waiting for " + url);
        }
        response.headers().firstValue("X-Sandbox-Warnings").ifPresent(
                warned -> System.err.println("payment-sandbox: " + URI.create(url).getPath() + ": " + warned));
        Map<String, Object> answer;
        try {
            answer = response.statusCode() == 204 ? Map.of() : object(Json.read(response.body()));
        } catch (IllegalArgumentException noJson) {
            // A fault may have put something else in its place.
            if (response.statusCode() < 400)
                throw new SandboxException("the answer was lost at " + url + ": HTTP " + response.statusCode() + " with "
                        + brief(response.body()) + ", expected a JSON object");
            answer = Map.of("message", response.body());
        }
        if (response.statusCode() < 400) return answer;
        String said = sentence(answer.get("message")) + " " + sentence(answer.get("fix"));
        for (var named : METHODS.entrySet()) said = said.replaceAll(named.getKey(), named.getValue());
        String message = method + " " + url + " answered " + response.statusCode() + ": " + said.trim();
        if (response.statusCode() == 408) throw new WaitedInVain(message + nearest(answer), answer);
        throw new SandboxException(message);
    }

    private static String brief(String body) {
        return body.isEmpty() ? "no body" : "the body " + Json.write(body.length() > 80 ? body.substring(0, 80) + "…" : body);
    }

    /** What came nearest, in short. */
    private static String nearest(Map<String, Object> facts) {
        if (!(facts.get("nearest") instanceof List<?> near) || near.isEmpty()) return "";
        return objects(near).stream().map(PaymentSandbox::inShort).collect(Collectors.joining(", ", " nearest: ", ""));
    }

    private static String inShort(Map<String, Object> fact) {
        if (fact.containsKey("requestId"))
            return "request " + fact.get("requestId") + " " + fact.get("operation") + " " + fact.get("responseCode");
        if (fact.containsKey("attempts")) return "notification " + fact.get("id") + " " + fact.get("state");
        return "order " + fact.get("id") + " " + fact.get("status");
    }

    /** A capital at its beginning, a stop at its end. */
    private static String sentence(Object text) {
        if (text == null || text.toString().isBlank()) return "";
        String said = text.toString().trim();
        // The name of a member stays as it is.
        boolean isWord = said.matches("(?s)[A-Za-z]+ .*");
        return (isWord ? said.substring(0, 1).toUpperCase() + said.substring(1) : said) + (said.matches("(?s).*[.!?]") ? "" : ".");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        if (value instanceof Map<?, ?>) return (Map<String, Object>) value;
        throw new IllegalArgumentException("not a JSON object: " + value);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> objects(Object value) {
        return (List<Map<String, Object>>) value;
    }
}
