// A notification's body on stdin → "valid" (exit 0) or "invalid" (exit 1).
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class Verify {
    static boolean isGenuine(Map<String, String> fields, byte[] publicKey) throws GeneralSecurityException {
        String text = fields.entrySet().stream().filter(field -> !field.getKey().equals("signature"))
                .map(field -> field.getKey() + "=" + field.getValue()).sorted().collect(Collectors.joining("&"));
        Signature rsa = Signature.getInstance("SHA256withRSA");
        rsa.initVerify(KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(publicKey)));
        rsa.update(text.getBytes(StandardCharsets.UTF_8));
        try {
            return rsa.verify(Base64.getDecoder().decode(fields.getOrDefault("signature", "")));
        } catch (IllegalArgumentException | SignatureException noSignature) {
            return false;
        }
    }

    public static void main(String[] arguments) throws Exception {
        String body = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        boolean valid = isGenuine(fieldsOf(body), publicKey());
        System.out.println(valid ? "valid" : "invalid");
        System.exit(valid ? 0 : 1);
    }

    static byte[] publicKey() throws IOException {
        String file = Objects.requireNonNull(System.getenv("PAYMENT_SANDBOX_PUBLIC_KEY_FILE"), "PAYMENT_SANDBOX_PUBLIC_KEY_FILE is not set: run it inside payment-sandbox exec or eval its env");
        return Base64.getMimeDecoder().decode(Files.readString(Path.of(file)).replaceAll("-----[A-Z ]+-----", ""));
    }

    /** In your shop a JSON library does this. Every value of a notification is a text: a body with any other has no fields here. */
    static Map<String, String> fieldsOf(String body) {
        Map<String, String> fields = new TreeMap<>();
        String quoted = "\"((?:[^\"\\\\]++|\\\\.)*+)\"";
        String pair = quoted + "\\s*:\\s*" + quoted;
        boolean isFlat = body.matches("\\s*\\{\\s*" + pair + "(?:\\s*,\\s*" + pair + ")*+\\s*\\}\\s*");
        Matcher member = Pattern.compile(pair).matcher(isFlat ? body : "");
        while (member.find()) fields.put(unescape(member.group(1)), unescape(member.group(2)));
        return fields;
    }

    static String unescape(String json) {
        return Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)").matcher(json).replaceAll(found -> {
            String code = found.group(1);
            int control = "bfnrt".indexOf(code);
            String plain = code.length() > 1 ? "" + (char) Integer.parseInt(code.substring(1), 16)
                    : control >= 0 ? "" + "\b\f\n\r\t".charAt(control) : code;
            return Matcher.quoteReplacement(plain);
        });
    }
}
