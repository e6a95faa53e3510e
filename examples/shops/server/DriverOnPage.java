// Buys two carts on hosted pages, and gives a part back: java DriverOnPage.java. The control API pays, as the shopper would. While the shop is down, it tries again.
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

class DriverOnPage {
    static final String SHOP = System.getenv("SHOP_URL"), CONTROL = System.getenv("PAYMENT_SANDBOX_URL") + "/_sandbox";
    static final HttpClient CLIENT = HttpClient.newHttpClient();

    public static void main(String[] args) throws InterruptedException {
        // The judge names amounts at which calculations with floats go wrong.
        var named = Objects.requireNonNullElse(System.getenv("PAYMENT_SANDBOX_AMOUNTS"), "[88, 120.5]");
        var amounts = Pattern.compile("[\\d.]+").matcher(named).results().map(MatchResult::group).toList();
        buy("tea", amounts.get(0));
        buy("mug", amounts.get(1));
        // As a clerk does. If your shop gives nothing back, leave it out.
        post(SHOP + "/refund", """
            {"cart": "mug", "amount": 0.01}""");
    }

    static void buy(String cart, String amount) throws InterruptedException {
        String order = null;
        for (long latest = System.nanoTime() + 30_000_000_000L; order == null; Thread.sleep(50)) {
            if (System.nanoTime() > latest) throw new IllegalStateException(cart + " was not sold");
            order = post(SHOP + "/checkout", """
                {"cart": "%s", "amount": %s, "success": "%s/returned"}""".formatted(cart, amount, SHOP));
        }
        var id = Pattern.compile("\"orderId\":\\s*(\\d+)").matcher(order).results().findFirst().orElseThrow().group(1);
        post(CONTROL + "/orders/" + id + "/simulate", """
            {"action": "pay"}""");
        // Your refund must not come before the shop has handled the notification. In some runs none comes.
        post(CONTROL + "/wait", """
            {"for": "notification", "match": {"orderId": %s, "state": "acknowledged"}, "timeoutMs": 1000}""".formatted(id));
    }

    /** The answer, or null if there is none. If the shop redirects to the checkoutUrl: that address holds the order's id, in base 36. */
    static String post(String url, String body) throws InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(url)).header("Content-Type", "application/json")
            .timeout(Duration.ofSeconds(20)).POST(HttpRequest.BodyPublishers.ofString(body)).build();
        try {
            var answer = CLIENT.send(request, BodyHandlers.ofString());
            var page = Pattern.compile("/checkout/(\\w+)").matcher(answer.headers().firstValue("Location").orElse(""));
            if (page.find()) return "{\"orderId\": " + Long.parseLong(page.group(1), 36) + "}";
            return answer.statusCode() < 300 ? answer.body() : null;
        } catch (IOException away) {
            return null;
        }
    }
}
