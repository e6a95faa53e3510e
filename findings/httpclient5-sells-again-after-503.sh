#!/usr/bin/env bash
# Apache HttpClient 5.2.1 (Debian 12), HttpClients.createDefault(): a POST that is answered 503 or 429 is sent again after a second, whatever it does, so that a sale that was
# made behind a proxy that answers 503 is made twice; its predecessors 3 and 4 don't. OkHttp 3.13.1 sends a POST again after a 408, and after a 503 with Retry-After: 0. The shop sees the second answer alone.
# Safe: disableAutomaticRetries(), and one reference for each sale, by which the service refuses the second. OkHttp has no setting for the 503.
# Needs Debian 12's default-jdk-headless, libhttpclient5-java and libokhttp-java.
set -euo pipefail
jars=/usr/share/java
[ -e $jars/httpclient5.jar ] && [ -e $jars/okhttp.jar ] || { echo "needs Debian's packages default-jdk-headless, libhttpclient5-java and libokhttp-java"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Sell.java <<'JAVA'
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.io.entity.StringEntity;

public class Sell {
  interface Client {
    int post(String address) throws Exception;
  }

  static Client apache(CloseableHttpClient client) {
    return address -> {
      HttpPost post = new HttpPost(address);
      post.setEntity(new StringEntity("{\"reference\":\"A-1\"}"));
      return client.execute(post, answer -> answer.getCode());
    };
  }

  static Client okhttp(OkHttpClient client) {
    RequestBody body = RequestBody.create(MediaType.parse("application/json"), "{\"reference\":\"A-1\"}");
    return address -> client.newCall(new Request.Builder().url(address).post(body).build()).execute().code();
  }

  public static void main(String[] arguments) throws Exception {
    AtomicInteger sales = new AtomicInteger();
    HttpServer service = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    service.createContext("/", call -> {
      call.getRequestBody().readAllBytes();
      sales.incrementAndGet();
      String[] path = call.getRequestURI().getPath().split("/");
      if (path.length > 2) call.getResponseHeaders().add("Retry-After", path[2]);
      call.sendResponseHeaders(Integer.parseInt(path[1]), -1);
      call.close();
    });
    service.start();
    String base = "http://127.0.0.1:" + service.getAddress().getPort() + "/";
    Object[][] clients = {
      {"Apache HttpClient", apache(HttpClients.createDefault())},
      {"without automatic retries", apache(HttpClients.custom().disableAutomaticRetries().build())},
      {"OkHttp", okhttp(new OkHttpClient())},
      {"without retryOnConnectionFailure", okhttp(new OkHttpClient.Builder().retryOnConnectionFailure(false).build())},
    };
    for (Object[] client : clients) {
      System.out.print(client[0] + ":");
      for (String path : new String[] {"503", "503/0", "429", "408", "402", "500"}) {
        sales.set(0);
        ((Client) client[1]).post(base + path);
        System.out.print(" " + path.replace("/0", " with Retry-After: 0") + " " + sales + (path.equals("500") ? "\n" : ","));
      }
    }
    System.exit(0);
  }
}
JAVA
path=$jars/httpclient5.jar:$jars/httpcore5.jar:$jars/httpcore5-h2.jar:$jars/slf4j-api.jar:$jars/okhttp.jar:$jars/okio.jar
java -cp $path Sell.java 2>/dev/null | tee seen
diff seen - <<'TEXT'
Apache HttpClient: 503 2, 503 with Retry-After: 0 2, 429 2, 408 1, 402 1, 500 1
without automatic retries: 503 1, 503 with Retry-After: 0 1, 429 1, 408 1, 402 1, 500 1
OkHttp: 503 1, 503 with Retry-After: 0 2, 429 1, 408 2, 402 1, 500 1
without retryOnConnectionFailure: 503 1, 503 with Retry-After: 0 2, 429 1, 408 1, 402 1, 500 1
TEXT
