package dev.gradus.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A table as servers know it: rows of {@code width} floats, what they start with and the rule that moves them.
 * {@code traffic} is how often the first rows are expected to be asked for, in any unit, and may be empty; the rest of
 * the rows, in order of frequency or not, are taken to be alike.
 */
@SuppressWarnings("ArrayRecordComponent") // thousands of floats, copied in and compared by content
public record TableSpec(String name, int rows, int width, RowInit init, ServerRule rule, float[] traffic) {

    /** The widest row: 1 MiB. */
    static final int MOST_WIDTH = 1 << 18;

    public TableSpec {
        traffic = Arrays.copyOf(traffic, Math.min(traffic.length, Placement.MOST_HOT));
        if (rows < 1 || width < 1 || width > MOST_WIDTH || init.dimension() > width || traffic.length > rows) {
            throw new IllegalArgumentException("bad table: name=" + name + ", rows=" + rows + ", width=" + width
                    + ", dimension=" + init.dimension() + ", traffic=" + traffic.length);
        }
    }

    /** A table whose rows are all as often asked for. */
    public TableSpec(String name, int rows, int width, RowInit init, ServerRule rule) {
        this(name, rows, width, init, rule, new float[0]);
    }

    /** The table as JSON holds it. */
    Map<String, Object> words() {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("name", name);
        words.put("rows", rows);
        words.put("width", width);
        words.put("key", Long.toString(init.key())); // JSON numbers need not hold 64 bits
        words.put("divisor", init.divisor());
        words.put("dimension", init.dimension());
        words.put("rule", rule.words());
        List<Integer> bits = new ArrayList<>();
        for (float expected : traffic) {
            bits.add(Float.floatToRawIntBits(expected));
        }
        words.put("traffic", bits);
        return words;
    }

    /** The table that {@link #words} told of. */
    static TableSpec of(Map<?, ?> words) {
        try {
            List<?> bits = (List<?>) Objects.requireNonNull(words.get("traffic"));
            float[] traffic = new float[bits.size()];
            for (int i = 0; i < traffic.length; i++) {
                traffic[i] = Float.intBitsToFloat(((Number) bits.get(i)).intValue());
            }
            return new TableSpec(
                    String.valueOf(words.get("name")),
                    number(words, "rows").intValue(),
                    number(words, "width").intValue(),
                    new RowInit(
                            Long.parseLong(String.valueOf(words.get("key"))),
                            number(words, "divisor").doubleValue(),
                            number(words, "dimension").intValue()),
                    ServerRule.of((Map<?, ?>) Objects.requireNonNull(words.get("rule"))),
                    traffic);
        } catch (ClassCastException | NullPointerException e) {
            throw new IllegalArgumentException("table cannot be read: " + words, e);
        }
    }

    static Number number(Map<?, ?> words, String name) {
        if (words.get(name) instanceof Number number) {
            return number;
        }
        throw new IllegalArgumentException("number is missing: name=" + name);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableSpec spec && words().equals(spec.words());
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, rows, width, init, rule);
    }

    @Override
    public String toString() {
        return words().toString();
    }
}
