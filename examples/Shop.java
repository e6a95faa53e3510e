// A whole shop in one file: java Shop.java [reference]. JDK 17 or newer, no dependencies.
// It creates an order, is notified, asks again to be sure, and gives the money back. See README.md.
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

public class Shop {
    static final String BASE_URL = System.getenv("PAYMENT_SANDBOX_URL");
    static final boolean WRONG = setting("SHOP_WRONG", "").equals("ignore-refusal"); // A mistake to make on demand.
    static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    // What the shop knows of its order: a row of your database. States: new, unpaid, paid, refunded, voided.
    static String reference = setting("SHOP_REFERENCE", "SHOP-1");
    static final BigDecimal AMOUNT = new BigDecimal(setting("SHOP_AMOUNT", "100.00"));
    static volatile boolean notified = false;
    static String state = "new";
    static BigDecimal paid = BigDecimal.ZERO; // In money; null while the shop does not know.
    static BigDecimal refunded = BigDecimal.ZERO;

    static String setting(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? otherwise : value;
    }

    // --- Signatures ----------------------------------------------------------------------------

    static byte[] der(String variable) throws IOException {
        String pem = Files.readString(Path.of(System.getenv(variable)));
        return Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
    }

    static String sign(String text) throws GeneralSecurityException, IOException {
        var spec = new PKCS8EncodedKeySpec(der("PAYMENT_SANDBOX_PRIVATE_KEY_FILE"));
        PrivateKey key = KeyFactory.getInstance("RSA").generatePrivate(spec);
        Signature rsa = Signature.getInstance("SHA256withRSA");
        rsa.initSign(key);
        rsa.update(text.getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(rsa.sign());
    }

    static boolean isGenuine(Map<String, Object> fields) throws GeneralSecurityException, IOException {
        String text = fields.entrySet().stream().filter(field -> !field.getKey().equals("signature"))
                .map(field -> field.getKey() + "=" + field.getValue()).sorted().collect(Collectors.joining("&"));
        var spec = new X509EncodedKeySpec(der("PAYMENT_SANDBOX_PUBLIC_KEY_FILE"));
        PublicKey key = KeyFactory.getInstance("RSA").generatePublic(spec);
        Signature rsa = Signature.getInstance("SHA256withRSA");
        rsa.initVerify(key);
        rsa.update(text.getBytes(StandardCharsets.UTF_8));
        return rsa.verify(Base64.getDecoder().decode(String.valueOf(fields.get("signature"))));
    }

    // --- The payment service -------------------------------------------------------------------

    /** Throws where no answer can be read: then nobody knows what happened. */
    static Map<String, Object> post(String path, Map<String, Object> body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(BASE_URL + path)).timeout(Duration.ofSeconds(20))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Json.write(body))).build();
        return Json.object(CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    /** Signs exactly the text that is sent. */
    static Map<String, Object> call(String path, Map<String, Object> parameters) throws Exception {
        var all = new LinkedHashMap<String, Object>();
        all.put("merchantId", System.getenv("PAYMENT_SANDBOX_MERCHANT_ID"));
        all.put("merchantReference", reference);
        all.putAll(parameters);
        String request = Json.write(all);
        return post(path, Map.of("request", request, "signature", sign(request)));
    }

    /** Refusals come with HTTP 200 too. Only this code means that it was done; a refund has no message at all. */
    static boolean done(Map<String, Object> answer) {
        return "0000".equals(answer.get("responseCode"));
    }

    static Map<String, Object> create(String notify) throws Exception {
        var item = Map.of("quantity", 1, "priceData", Map.of("name", "Tea", "unitAmount", AMOUNT));
        return call("/hosted-checkout/create",
                Map.of("amount", AMOUNT, "callbackUrl", Map.of("notify", notify), "lineItems", List.of(item)));
    }

    static Map<String, Object> refund() throws Exception {
        return call("/hosted-checkout/refund", Map.of("amount", AMOUNT));
    }

    static Map<String, Object> cancel() throws Exception {
        return call("/hosted-checkout/void", Map.of());
    }

    /** A query changes nothing, so it may be repeated until it is answered; a refused one tells nothing. */
    static Map<?, ?> query(int tries) throws Exception {
        try {
            Map<String, Object> answer = call("/hosted-checkout/query", Map.of());
            if (done(answer) || tries == 1) return answer.get("order") instanceof Map<?, ?> order ? order : Map.of();
        } catch (IOException lost) {
            if (tries == 1) throw lost;
        }
        return query(tries - 1);
    }

    static final Map<String, String> STATES =
            Map.of("SUCCESS", "paid", "SETTLED", "paid", "REFUNDED", "refunded", "VOIDED", "voided");

    /** Writes down what a query answered. */
    static void learn(Map<?, ?> order) {
        if (order.get("status") == null) return;
        state = STATES.getOrDefault(order.get("status"), "unpaid");
        paid = state.equals("unpaid") ? BigDecimal.ZERO : new BigDecimal("" + order.get("amount"));
        if (!state.equals("unpaid")) refunded = paid.subtract(new BigDecimal("" + order.get("netAmount")));
    }

    // --- The notify endpoint -------------------------------------------------------------------

    /** May run twice for one order: a notification is sent again until it was answered with OK. */
    static boolean takeNotification(String body) {
        try {
            Map<String, Object> fields = Json.object(body);
            if (!isGenuine(fields) || !reference.equals(fields.get("merchantReference"))) return false;
            if (AMOUNT.compareTo(new BigDecimal((String) fields.get("amount"))) != 0) return false;
            return notified = true;
        } catch (GeneralSecurityException | IOException | RuntimeException unreadable) {
            return false;
        }
    }

    static HttpServer listen(CountDownLatch heard) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/notify", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            boolean accepted = takeNotification(body);
            byte[] answer = (accepted ? "OK" : "refused").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(accepted ? 200 : 400, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
            if (accepted) heard.countDown();
        });
        server.start();
        return server;
    }

    // --- Giving the money back -----------------------------------------------------------------

    /** A refusal is not the end: ask what is true, then try what can still work. */
    static void giveBack(String way, List<Object> tries) throws Exception {
        for (int left = Integer.parseInt(setting("SHOP_TRIES", "2")); left > 0; left--) {
            Map<String, Object> answer;
            refunded = null;
            try {
                answer = way.equals("void") ? cancel() : refund();
            } catch (IOException lost) {
                answer = Map.of("message", "no answer: " + lost.getMessage());
            }
            var tried = new LinkedHashMap<String, Object>();
            tried.put("way", way);
            tried.put("code", answer.get("responseCode"));
            tried.put("message", answer.get("message"));
            tries.add(tried);
            if (done(answer) || WRONG) {
                state = way.equals("void") ? "voided" : "refunded";
                refunded = AMOUNT;
            } else {
                learn(query(3));
            }
            if (!state.equals("paid")) return;
            if (answer.containsKey("responseCode")) way = "refund"; // Too late for a void: settled is refunded.
        }
    }

    // --- One sale, start to end ----------------------------------------------------------------

    static void sell(List<Object> tries) throws Exception {
        var heard = new CountDownLatch(1);
        String notify = "http://127.0.0.1:" + listen(heard).getAddress().getPort() + "/notify";
        Map<String, Object> created = create(notify);
        if (!done(created)) {
            throw new IOException("create refused: " + created.get("responseCode") + " " + created.get("message"));
        }
        state = "unpaid";
        paid = null; // From here on the shopper can pay.
        // Here a real shop redirects the shopper to created.get("checkoutUrl"). Ours pays without a browser.
        Object id = ((Map<?, ?>) created.get("order")).get("id");
        Map<String, Object> simulated = post("/_sandbox/orders/" + id + "/simulate", Map.of("action", "pay"));
        heard.await(Long.parseLong(setting("SHOP_WAIT_MS", "5000")), TimeUnit.MILLISECONDS);
        // A notification may be late or lost; the query is what counts.
        learn(query(3));
        if (!state.equals("paid")) throw new IOException("not paid: " + simulated);
        String then = setting("SHOP_THEN", "refund");
        if (!then.equals("none")) giveBack(then, tries);
    }

    public static void main(String[] arguments) throws Exception {
        for (String name : List.of("PAYMENT_SANDBOX_URL", "PAYMENT_SANDBOX_PRIVATE_KEY_FILE", "PAYMENT_SANDBOX_PUBLIC_KEY_FILE")) {
            if (!setting(name, "").isEmpty()) continue;
            System.err.println(name + " is not set: run it by npx payment-sandbox exec -- java examples/Shop.java");
            System.exit(2);
        }
        if (arguments.length > 0) reference = arguments[0];
        var line = new LinkedHashMap<String, Object>();
        var tries = new ArrayList<>();
        Object said = null;
        String error = null;
        try {
            sell(tries);
            said = query(3).get("status");
        } catch (Exception problem) { // Whatever it is: the server for notifications would keep the program alive.
            error = String.valueOf(problem.getMessage());
        }
        // What it believes in the end: `payment-sandbox judge` holds it against the books.
        String beliefs = System.getenv("PAYMENT_SANDBOX_BELIEFS_FILE");
        if (beliefs != null) {
            var believed = new LinkedHashMap<String, Object>();
            believed.put("paid", paid);
            believed.put("refunded", refunded);
            Files.writeString(Path.of(beliefs), Json.write(Map.of(reference, believed)));
        }
        var agreed = Map.of("paid", List.of("SUCCESS", "SETTLED"), "refunded", List.of("REFUNDED"), "voided", List.of("VOIDED"));
        boolean consistent = error == null && agreed.getOrDefault(state, List.of()).contains("" + said);
        line.put("shop", "java");
        line.put("reference", reference);
        line.put("amount", AMOUNT);
        line.put("notified", notified);
        line.put("state", state);
        line.put("paid", paid);
        line.put("refunded", refunded);
        line.put("tries", tries);
        line.put("status", said);
        line.put("consistent", consistent);
        line.put("error", error);
        System.out.println(Json.write(line));
        // A shop that ignores refusals sees nothing wrong, so it ends well; the sandbox's expectations tell.
        System.exit(consistent || (WRONG && !tries.isEmpty()) ? 0 : 1);
    }

    /** Just enough JSON for a file without dependencies; in your shop take Jackson or Gson. */
    static class Json {
        private final String text;
        private int at = 0;

        private Json(String text) {
            this.text = text;
        }

        @SuppressWarnings("unchecked")
        static Map<String, Object> object(String text) throws IOException {
            try {
                return (Map<String, Object>) new Json(text).value();
            } catch (RuntimeException notJson) {
                throw new IOException("not a JSON object", notJson);
            }
        }

        /** Numbers, true, false and null are kept as their text. */
        private Object value() {
            char first = next();
            if (first == '"') return string();
            if (first != '{' && first != '[') {
                int start = at - 1;
                while (at < text.length() && ",]} \r\n\t".indexOf(text.charAt(at)) < 0) at++;
                String word = text.substring(start, at);
                if (!word.matches("-?\\d.*|true|false|null")) throw new IllegalArgumentException(word);
                return word.equals("null") ? null : word;
            }
            var members = new LinkedHashMap<String, Object>();
            var items = new ArrayList<>();
            for (char c = next(); c != '}' && c != ']'; c = next()) {
                if (c == ',') continue;
                if (first == '{') {
                    String name = string();
                    next(); // The colon.
                    members.put(name, value());
                } else {
                    at--;
                    items.add(value());
                }
            }
            return first == '{' ? members : items;
        }

        private char next() {
            while (Character.isWhitespace(text.charAt(at))) at++;
            return text.charAt(at++);
        }

        private String string() {
            var out = new StringBuilder();
            for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
                if (c == '\\') {
                    c = text.charAt(at++);
                    int which = "bfnrt".indexOf(c);
                    if (which >= 0) c = "\b\f\n\r\t".charAt(which);
                    if (c == 'u') c = (char) Integer.parseInt(text.substring(at, at += 4), 16);
                }
                out.append(c);
            }
            return out.toString();
        }

        static String write(Object value) {
            if (value instanceof Map<?, ?> map) {
                return map.entrySet().stream().map(member -> write(member.getKey()) + ":" + write(member.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
            }
            if (value instanceof List<?> list) {
                return list.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
            }
            if (!(value instanceof String string)) return String.valueOf(value);
            var out = new StringBuilder("\"");
            for (char c : string.toCharArray()) {
                if (c == '"' || c == '\\') out.append('\\').append(c);
                else if (c < ' ' || c > '~') out.append(String.format("\\u%04x", (int) c));
                else out.append(c);
            }
            return out.append('"').toString();
        }
    }
}
