package dev.gradus.server;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A table as servers know it: rows of {@code width} floats, what they start with and the rule that moves them.
 * {@code traffic} is how often the first rows are expected to be asked for, in any unit, and may be empty; the rest of
 * the rows, in order of frequency or not, are taken to be alike.
 */
public record TableSpec(String name, int rows, int width, RowInit init, ServerRule rule, float[] traffic) {

    /** The widest row: 1 MiB. */
    static final int MOST_WIDTH = 1 << 18;

    public TableSpec {
        if (rows < 1 || width < 1 || width > MOST_WIDTH || init.dimension() > width || traffic.length > rows) {
            throw new IllegalArgumentException("bad table: name=" + name + ", rows=" + rows + ", width=" + width
                    + ", dimension=" + init.dimension() + ", traffic=" + traffic.length);
        }
    }

    /** A table whose rows are all as often asked for. */
    public TableSpec(String name, int rows, int width, RowInit init, ServerRule rule) {
        this(name, rows, width, init, rule, new float[0]);
    }

    /** The table as text and numbers, by which shards see whether all workers mean the same. */
    Map<String, Object> words() {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("name", name);
        words.put("rows", rows);
        words.put("width", width);
        words.put("key", Long.toString(init.key())); // JSON numbers need not hold 64 bits
        words.put("divisor", init.divisor());
        words.put("dimension", init.dimension());
        words.put("rule", rule.words());
        words.put("traffic", Arrays.hashCode(traffic));
        return words;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableSpec spec
                && words().equals(spec.words())
                && Arrays.equals(traffic, spec.traffic);
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
