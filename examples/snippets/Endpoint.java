// A notification endpoint: javac Endpoint.java Verify.java && java Endpoint [port]. Answers OK only if the service signed it.
// Verify.java, which verifies a body, stands above.
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

public class Endpoint {
    static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    public static void main(String[] arguments) throws IOException {
        byte[] publicKey = Verify.publicKey();
        int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3000;
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> take(exchange, publicKey));
        server.start();
    }

    static void take(HttpExchange exchange, byte[] publicKey) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Map<String, String> notification = Verify.fieldsOf(body);
        boolean isGenuine;
        try {
            isGenuine = Verify.isGenuine(notification, publicKey);
        } catch (GeneralSecurityException noKey) {
            throw new IOException(noKey);
        }
        // It can come twice, late or never. Store it once by orderId and status, and query the order before you ship.
        if (isGenuine) OUT.println(textOf(notification));
        byte[] answer = (isGenuine ? "OK" : "not genuine").getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(isGenuine ? 200 : 400, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    /** Of a paid order, or of a stored card, which has no status. */
    static String textOf(Map<String, String> of) {
        return (of.containsKey("tokenId") ? List.of("userId", "tokenId", "maskedPan") : List.of("merchantReference", "status", "amount"))
                .stream().map(of::get).collect(Collectors.joining(" "));
    }
}
