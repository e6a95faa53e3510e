// The request text on stdin → the envelope to post.
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Objects;

public class Sign {
    public static void main(String[] arguments) throws Exception {
        String request = new String(System.in.readAllBytes(), StandardCharsets.UTF_8).trim();
        String file = Objects.requireNonNull(System.getenv("PAYMENT_SANDBOX_PRIVATE_KEY_FILE"), "PAYMENT_SANDBOX_PRIVATE_KEY_FILE is not set: run it inside payment-sandbox exec or eval its env");
        String pem = Files.readString(Path.of(file));
        byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));

        Signature rsa = Signature.getInstance("SHA256withRSA");
        rsa.initSign(KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der)));
        rsa.update(request.getBytes(StandardCharsets.UTF_8));
        String signature = Base64.getEncoder().encodeToString(rsa.sign());

        // In your shop a JSON library does this: the request goes into the envelope as a text.
        String escaped = request.replace("\\", "\\\\").replace("\"", "\\\"").replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t");
        String envelope = "{\"request\":\"" + escaped + "\",\"signature\":\"" + signature + "\"}\n";
        System.out.write(envelope.getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }
}
