package dev.gradus.json;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Writes one value as JSON text, on one line or indented. Used once. */
final class JsonWriter {

    private static final String HEX = "0123456789abcdef";

    /** Types whose own text is a number of JSON. */
    private static final Set<Class<?>> EXACT =
            Set.of(Long.class, Integer.class, Short.class, Byte.class, BigInteger.class, BigDecimal.class);

    private final StringBuilder out = new StringBuilder();
    private final boolean indented;
    private int depth;

    private JsonWriter(boolean indented) {
        this.indented = indented;
    }

    static JsonWriter compact() {
        return new JsonWriter(false);
    }

    static JsonWriter indented() {
        return new JsonWriter(true);
    }

    String write(@Nullable Object value) {
        value(value);
        return out.toString();
    }

    private void value(@Nullable Object value) {
        if (value == null || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof CharSequence text) {
            text(text);
        } else if (value instanceof Number number) {
            out.append(number(number));
        } else if (value instanceof Map<?, ?> map) {
            object(map);
        } else {
            array(elements(value));
        }
    }

    private static Iterable<?> elements(Object value) {
        if (value instanceof Iterable<?> iterable) {
            return iterable;
        } else if (value.getClass().isArray()) {
            return IntStream.range(0, Array.getLength(value))
                    .mapToObj(i -> Array.get(value, i))
                    .toList();
        }
        throw new IllegalArgumentException(
                "no JSON for this type: type=" + value.getClass().getName());
    }

    private void object(Map<?, ?> map) {
        enter('{');
        boolean first = true;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String name)) {
                throw new IllegalArgumentException("a name in JSON is a text: key=" + entry.getKey());
            }
            separate(first, true);
            first = false;
            text(name);
            out.append(indented ? ": " : ":");
            value(entry.getValue());
        }
        leave('}', !first);
    }

    private void array(Iterable<?> elements) {
        boolean lines = indented && !allScalars(elements);
        enter('[');
        boolean first = true;
        for (Object element : elements) {
            separate(first, lines);
            first = false;
            value(element);
        }
        leave(']', !first && lines);
    }

    private static boolean allScalars(Iterable<?> elements) {
        for (Object element : elements) {
            if (element instanceof Map
                    || element instanceof Iterable
                    || (element != null && element.getClass().isArray())) {
                return false;
            }
        }
        return true;
    }

    private void enter(char bracket) {
        if (++depth > Json.MAX_DEPTH) {
            throw new IllegalArgumentException("nested too deeply for JSON: depth=" + depth);
        }
        out.append(bracket);
    }

    private void separate(boolean first, boolean lines) {
        if (!first) {
            out.append(indented && !lines ? ", " : ",");
        }
        if (lines) {
            newLine();
        }
    }

    private void leave(char bracket, boolean lines) {
        depth--;
        if (lines) {
            newLine();
        }
        out.append(bracket);
    }

    private void newLine() {
        if (indented) {
            out.append('\n').append("  ".repeat(depth));
        }
    }

    private void text(CharSequence text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                out.append(c).append(text.charAt(++i));
            } else {
                character(c);
            }
        }
        out.append('"');
    }

    private void character(char c) {
        int escape = "\"\\\b\f\n\r\t".indexOf(c);
        if (escape >= 0) {
            out.append('\\').append("\"\\bfnrt".charAt(escape));
        } else if (c < 0x20 || c == 0x7F || Character.isSurrogate(c)) {
            // Half a surrogate pair has no UTF-8: left bare it would become a question mark in the file.
            out.append("\\u");
            for (int shift = 12; shift >= 0; shift -= 4) {
                out.append(HEX.charAt(c >> shift & 0xF));
            }
        } else {
            out.append(c);
        }
    }

    private static String number(Number number) {
        if (number instanceof Double value) {
            return isPlain(value) ? plain(value) : shortest(value);
        } else if (number instanceof Float value) {
            return Float.isFinite(value) ? shortest(value.toString(), text -> Float.parseFloat(text) == value) : "null";
        }
        if (EXACT.contains(number.getClass())) {
            return number.toString();
        }
        throw new IllegalArgumentException(
                "no JSON for this type: type=" + number.getClass().getName());
    }

    private static String shortest(double value) {
        return Double.isFinite(value)
                ? shortest(Double.toString(value), text -> Double.parseDouble(text) == value)
                : "null";
    }

    /**
     * Whether nine decimals hold the value, and nobody writes it with an exponent. With at most 15 digits in all there
     * is no shorter text for it. Most numbers of a log are so: seconds have nanoseconds, all else is rounded.
     */
    private static boolean isPlain(double value) {
        double size = Math.abs(value);
        return size >= 1e-3 && size < 1e6 && Math.rint(value * 1e9) / 1e9 == value;
    }

    /** Without the search for the shortest text, which takes twenty times as long. */
    private static String plain(double value) {
        long billionths = Math.round(Math.abs(value) * 1e9);
        StringBuilder text = new StringBuilder(20);
        text.append(value < 0 ? "-" : "").append(billionths / 1_000_000_000).append('.');
        int rest = (int) (billionths % 1_000_000_000);
        for (int unit = 100_000_000; unit == 100_000_000 || rest > 0; unit /= 10) {
            text.append((char) ('0' + rest / unit));
            rest %= unit;
        }
        return text.toString();
    }

    /** Drops digits while the text reads back: before JDK 19, toString may give one more than it needs. */
    private static String shortest(String text, Predicate<String> readsBack) {
        String shortest = text;
        BigDecimal decimal = new BigDecimal(text).stripTrailingZeros();
        for (int digits = decimal.precision() - 1; digits >= 1; digits--) {
            BigDecimal rounded = decimal.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            String candidate = likeToString(rounded.stripTrailingZeros());
            if (!readsBack.test(candidate)) {
                break;
            }
            shortest = candidate;
        }
        return shortest;
    }

    /** A point in every number and an exponent in those that are large or small, as Double.toString does it. */
    private static String likeToString(BigDecimal decimal) {
        int exponent = decimal.precision() - decimal.scale() - 1;
        if (exponent >= -3 && exponent < 7) {
            return decimal.setScale(Math.max(1, decimal.scale())).toPlainString();
        }
        String sign = decimal.signum() < 0 ? "-" : "";
        String digits = decimal.unscaledValue().abs().toString();
        return sign + digits.charAt(0) + "." + (digits.length() > 1 ? digits.substring(1) : "0") + "E" + exponent;
    }
}
