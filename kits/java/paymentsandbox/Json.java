package paymentsandbox;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** JSON as maps, lists, texts, numbers (Long or BigDecimal), booleans and null: the JDK brings none. */
final class Json {
    private final String text;
    private int at = 0;

    private Json(String text) {
        this.text = text;
    }

    /** Throws IllegalArgumentException where the text is no JSON. */
    static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.skipSpace();
        if (json.at < text.length()) throw json.wrong("the end");
        return value;
    }

    static String write(Object value) {
        if (value instanceof Map<?, ?> map)
            return map.entrySet().stream().map(entry -> quoted(String.valueOf(entry.getKey())) + ":" + write(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        if (value instanceof Iterable<?> list) {
            List<String> parts = new ArrayList<>();
            for (Object part : list) parts.add(write(part));
            return "[" + String.join(",", parts) + "]";
        }
        if (value instanceof Duration duration) return quoted(duration.toMillis() + "ms");
        if (value instanceof ZonedDateTime at) return quoted(at.toOffsetDateTime().toString());
        if (value instanceof Double || value instanceof Float) {
            if (!Double.isFinite(((Number) value).doubleValue())) throw new IllegalArgumentException(value + " cannot be sent: JSON has no such number");
        }
        if (value instanceof BigDecimal number) return number.toPlainString();
        if (value == null || value instanceof Number || value instanceof Boolean) return String.valueOf(value);
        return quoted(String.valueOf(value));
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') out.append('\\').append(c);
            else if (c < ' ') out.append(String.format("\\u%04x", (int) c));
            else out.append(c);
        }
        return out.append('"').toString();
    }

    private Object value() {
        skipSpace();
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        for (boolean isFirst = true; !closes('}'); isFirst = false) {
            if (!isFirst) expect(',');
            skipSpace();
            String name = string();
            skipSpace();
            expect(':');
            members.put(name, value());
        }
        return members;
    }

    private List<Object> array() {
        List<Object> values = new ArrayList<>();
        at++;
        for (boolean isFirst = true; !closes(']'); isFirst = false) {
            if (!isFirst) expect(',');
            values.add(value());
        }
        return values;
    }

    private String string() {
        expect('"');
        StringBuilder out = new StringBuilder();
        while (peek() != '"') {
            char c = text.charAt(at++);
            out.append(c == '\\' ? escaped() : c);
        }
        at++;
        return out.toString();
    }

    private char escaped() {
        char c = peek();
        at++;
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> {
                if (at + 4 > text.length()) throw wrong("four hexadecimal digits");
                at += 4;
                yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
            }
            default -> c;
        };
    }

    private Number number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
        String digits = text.substring(start, at);
        if (digits.isEmpty()) throw wrong("a value");
        if (digits.matches("-?\\d{1,18}")) return Long.valueOf(digits);
        return new BigDecimal(digits);
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) throw wrong(word);
        at += word.length();
        return value;
    }

    private boolean closes(char end) {
        skipSpace();
        if (peek() != end) return false;
        at++;
        return true;
    }

    private void expect(char c) {
        if (peek() != c) throw wrong("'" + c + "'");
        at++;
    }

    private char peek() {
        if (at >= text.length()) throw wrong("more");
        return text.charAt(at);
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private IllegalArgumentException wrong(String expected) {
        return new IllegalArgumentException("no JSON at character " + at + ": expected " + expected);
    }
}
