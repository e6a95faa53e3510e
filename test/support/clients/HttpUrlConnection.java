import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;

/** Java's HttpURLConnection. */
class HttpUrlConnection {
    public static void main(String[] args) throws IOException {
        if (System.getenv("NEVER_AGAIN") != null) System.setProperty("sun.net.http.retryPost", "false");
        for (int i = 0; i < args.length; i += 2) System.out.println(post(args[i], Path.of(args[i + 1])));
    }

    static String post(String url, Path file) {
        try {
            HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection();
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "application/json");
            connection.getOutputStream().write(Files.readAllBytes(file));
            return new String(connection.getInputStream().readAllBytes()).replace("\n", " ");
        } catch (IOException lost) {
            return "lost";
        }
    }
}
