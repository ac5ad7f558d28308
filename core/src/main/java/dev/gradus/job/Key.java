package dev.gradus.job;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One setting of a job: its dotted name, type, default and the sentence that explains it. Compared by identity: a key
 * is declared once, as a constant, beside the code that reads it.
 */
public final class Key<T> {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,18})?)(ms|s|m|h)");
    private static final BigDecimal MOST_NANOS = BigDecimal.valueOf(1_000_000_000_000_000_000L);

    private static final String BETWEEN_ITEMS = "; ";
    private static final Pattern ITEM_END = Pattern.compile("[;\\v]");

    private final String name;
    private final String type;
    private final T defaultValue;
    private final String summary;
    private final Function<Object, T> parser;

    private Key(String name, String type, T defaultValue, String summary, Function<Object, T> parser) {
        this.name = name;
        this.type = type;
        this.defaultValue = defaultValue;
        this.summary = summary;
        this.parser = parser;
    }

    public static Key<String> text(String name, String defaultValue, String summary) {
        return new Key<>(name, "text", defaultValue, summary, raw -> text(raw));
    }

    public static Key<Boolean> flag(String name, boolean defaultValue, String summary) {
        return new Key<>(name, "true or false", defaultValue, summary, raw -> {
            if (raw instanceof Boolean flag) {
                return flag;
            }
            if (raw.equals("on") || raw.equals("off")) {
                return raw.equals("on");
            }
            throw new IllegalArgumentException("not a flag");
        });
    }

    /** A whole number of {@code from} at least and {@code to} at most. */
    public static Key<Long> whole(String name, long defaultValue, long from, long to, String summary) {
        String type = "whole number" + range(Long.toString(from), to == Long.MAX_VALUE ? "" : Long.toString(to));
        return new Key<>(name, type, defaultValue, summary, raw -> {
            long value = whole(raw);
            if (value < from || value > to) {
                throw new IllegalArgumentException("out of range");
            }
            return value;
        });
    }

    public static Key<Long> whole(String name, long defaultValue, long from, String summary) {
        return whole(name, defaultValue, from, Long.MAX_VALUE, summary);
    }

    /** A finite number of {@code from} at least and {@code to} at most. */
    public static Key<Double> number(String name, double defaultValue, double from, double to, String summary) {
        String type = "number" + range(shortest(from), Double.isInfinite(to) ? "" : shortest(to));
        return new Key<>(name, type, defaultValue, summary, raw -> {
            double value = number(raw);
            if (!(value >= from && value <= to) || Double.isInfinite(value)) {
                throw new IllegalArgumentException("out of range");
            }
            return value;
        });
    }

    /** A span of time such as {@code 500ms}, {@code 30s} or {@code 2m}; a bare number is seconds. */
    public static Key<Duration> duration(String name, Duration defaultValue, String summary) {
        return new Key<>(name, "duration (500ms, 30s, 2m)", defaultValue, summary, Key::duration);
    }

    /**
     * A list of texts. Its scalar is one text, in which they are joined by {@code "; "}; line ends divide them as well.
     * So none of them can hold either.
     */
    public static Key<List<String>> list(String name, List<String> defaultValue, String summary) {
        return new Key<>(name, "list of texts", List.copyOf(defaultValue), summary, Key::items);
    }

    /** One of a few words. */
    public static Key<String> choice(String name, String defaultValue, List<String> values, String summary) {
        return new Key<>(name, String.join(" | ", values), defaultValue, summary, raw -> {
            String value = switchWord(text(raw), values);
            if (!values.contains(value)) {
                throw new IllegalArgumentException("unknown value" + Names.didYouMean(value, values));
            }
            return value;
        });
    }

    /** {@code on} and {@code off} are {@code true} and {@code false}, whichever of them a key knows. */
    private static String switchWord(String value, List<String> values) {
        String other = switch (value) {
            case "on" -> "true";
            case "off" -> "false";
            case "true" -> "on";
            case "false" -> "off";
            default -> value;
        };
        return values.contains(other) ? other : value;
    }

    public String name() {
        return name;
    }

    /** What values look like, for people. */
    public String type() {
        return type;
    }

    /** Whether its values are lists, which a file may write as such. */
    public boolean isList() {
        return defaultValue instanceof List;
    }

    public T defaultValue() {
        return defaultValue;
    }

    public String summary() {
        return summary;
    }

    /** Turns a scalar read from a file or a command line (text, number or flag) into a checked value. */
    public T parse(Object raw) {
        try {
            return parser.apply(raw);
        } catch (IllegalArgumentException e) {
            throw new JobException(
                    name, "bad value: " + name + "=" + raw + ", " + e.getMessage() + "; expected " + type);
        }
    }

    /** The value as a scalar that {@link #parse} reads back: a text, number or flag. */
    public static Object scalar(Object value) {
        if (value instanceof Duration duration) {
            return duration.toNanosPart() == 0
                    ? duration.toSeconds() + "s"
                    : BigDecimal.valueOf(duration.toNanos(), 6)
                                    .stripTrailingZeros()
                                    .toPlainString() + "ms";
        }
        return value instanceof List<?> items
                ? items.stream().map(Key::item).collect(Collectors.joining(BETWEEN_ITEMS))
                : value;
    }

    @Override
    public String toString() {
        return name;
    }

    private static String text(Object raw) {
        return raw.toString();
    }

    private static List<String> items(Object raw) {
        return ITEM_END.splitAsStream(text(raw))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }

    /** An item that its list can be read back from. */
    private static String item(Object item) {
        String text = text(item);
        if (!items(text).equals(List.of(text))) {
            throw new IllegalArgumentException("text cannot stand in a list: item='" + text + "'");
        }
        return text;
    }

    private static long whole(Object raw) {
        if (raw instanceof Long || raw instanceof Integer) {
            return ((Number) raw).longValue();
        }
        if (raw instanceof BigInteger) {
            throw new IllegalArgumentException("out of range");
        }
        // 1e6 and 1000000.0 are whole numbers too, and people write them.
        if (raw instanceof Double number && number == Math.rint(number)) {
            if (Math.abs(number) >= 1e15) {
                throw new IllegalArgumentException("out of range");
            }
            return number.longValue();
        }
        throw new IllegalArgumentException("not a whole number");
    }

    private static double number(Object raw) {
        if (raw instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException("not a number");
    }

    private static Duration duration(Object raw) {
        String text =
                raw instanceof Number number ? seconds(number) : raw.toString().toLowerCase(Locale.ROOT);
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a duration");
        }
        long unitNanos = switch (matcher.group(2)) {
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            default -> 3_600_000_000_000L;
        };
        // Decimal, because what scalar() writes must read back to the nanosecond.
        BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unitNanos));
        if (nanos.compareTo(MOST_NANOS) > 0) {
            throw new IllegalArgumentException("out of range");
        }
        return Duration.ofNanos(nanos.setScale(0, RoundingMode.HALF_UP).longValueExact());
    }

    private static String seconds(Number number) {
        if (!Double.isFinite(number.doubleValue())) {
            throw new IllegalArgumentException("not a duration");
        }
        return new BigDecimal(number.toString()).toPlainString() + "s";
    }

    private static String range(String from, String to) {
        return " of at least " + from + (to.isEmpty() ? "" : " and at most " + to);
    }

    private static String shortest(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e9
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
