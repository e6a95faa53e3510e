import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** OkHttp, as Debian ships it. */
class OkHttp {
    public static void main(String[] args) {
        OkHttpClient client = new OkHttpClient.Builder()
            .retryOnConnectionFailure(System.getenv("NEVER_AGAIN") == null)
            .build();
        for (int i = 0; i < args.length; i += 2) System.out.println(post(client, args[i], Path.of(args[i + 1])));
        System.exit(0);
    }

    static String post(OkHttpClient client, String url, Path file) {
        try {
            RequestBody body = RequestBody.create(MediaType.get("application/json"), Files.readAllBytes(file));
            try (Response response = client.newCall(new Request.Builder().url(url).post(body).build()).execute()) {
                return response.body().string().replace("\n", " ");
            }
        } catch (IOException lost) {
            return "lost";
        }
    }
}
