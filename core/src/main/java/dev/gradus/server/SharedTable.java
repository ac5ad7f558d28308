package dev.gradus.server;

import dev.gradus.optim.RowRule;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One table of {@link SharedRows}: its rows one after the other, each weight followed by what the rule remembers of it.
 * Guarded by the lock of those. A process has one of its own, with a rule of its own.
 */
final class SharedTable {

    private final TableSpec spec;
    private final Shape shape;
    private final @Nullable RowRule rule;
    private final int stride;
    private final int rowFloats;
    private final FloatBuffer floats;
    private final float[] row;

    /** How long a shard's part of a table is. */
    record Shape(TableSpec spec, Placement placement, int shard) {

        private static final int LINE = 64;

        int rows() {
            return placement.count(shard);
        }

        int rowFloats() {
            RowRule rule = spec.rule().create();
            return spec.width() * (rule == null ? 1 : rule.stride());
        }

        /** A multiple of a cache line. */
        long bytes() {
            return ((long) rows() * rowFloats() * Float.BYTES + LINE - 1) / LINE * LINE;
        }
    }

    SharedTable(Shape shape, ByteBuffer memory) {
        this.shape = shape;
        this.spec = shape.spec();
        this.rule = spec.rule().create();
        this.stride = rule == null ? 1 : rule.stride();
        this.rowFloats = shape.rowFloats();
        this.floats = memory.asFloatBuffer();
        this.row = new float[rowFloats];
    }

    TableSpec spec() {
        return spec;
    }

    int rowFloats() {
        return rowFloats;
    }

    /** Gives all rows their first values; the memory is zero. */
    void begin() {
        for (int place = 0; spec.init().dimension() > 0 && place < shape.rows(); place++) {
            spec.init().fill(row, 0, shape.placement().rowAt(shape.shard(), place), spec.width(), stride);
            store(place, row);
        }
    }

    void load(int place, float[] into) {
        floats.get(place * rowFloats, into, 0, rowFloats);
    }

    void store(int place, float[] from) {
        floats.put(place * rowFloats, from, 0, rowFloats);
    }

    /** Reads rows as they are, one after the other from {@code at} on. */
    void gather(int[] places, int from, int count, float[] into, int at) {
        if (rowFloats == 2) {
            for (int i = 0; i < count; i++) {
                int place = 2 * places[from + i];
                into[at + 2 * i] = floats.get(place);
                into[at + 2 * i + 1] = floats.get(place + 1);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            floats.get(places[from + i] * rowFloats, into, at + i * rowFloats, rowFloats);
        }
    }

    /** Writes rows that {@link #gather} has read. */
    void scatter(int[] places, int from, int count, float[] rows, int at) {
        if (rowFloats == 2) {
            for (int i = 0; i < count; i++) {
                int place = 2 * places[from + i];
                floats.put(place, rows[at + 2 * i]);
                floats.put(place + 1, rows[at + 2 * i + 1]);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            floats.put(places[from + i] * rowFloats, rows, at + i * rowFloats, rowFloats);
        }
    }

    /** Writes the weights of the first of the rows that were read, which is at that place, where it belongs. */
    void weights(float[] rows, int at, int place, float[] into, int to) {
        RowRule own = rule;
        for (int k = 0; k < spec.width(); k++) {
            into[to + k] = own == null ? rows[at + k] : own.weight(rows, at + k * stride);
        }
        if (own != null && isBias(place)) {
            System.arraycopy(rows, at, row, 0, rowFloats);
            into[to] = own.bias(row);
        }
    }

    /** Sets how the calls of {@link #move} that follow apply gradients. */
    void prepare(double rate, long step) {
        if (rule != null) {
            rule.rate((float) rate);
            rule.step(step);
        }
    }

    /** Moves a row that was read, and is at that place, by pushed values, each times {@code scale}. */
    void move(float[] rows, int at, int place, float[] values, int from, float scale) {
        RowRule own = rule;
        if (own == null) {
            for (int k = 0; k < rowFloats; k++) {
                rows[at + k] += scale * values[from + k];
            }
            return;
        }
        int first = 0;
        if (isBias(place)) {
            // Rules find the bias at the start of its array.
            System.arraycopy(rows, at, row, 0, rowFloats);
            own.moveBias(row, scale * values[from]);
            System.arraycopy(row, 0, rows, at, rowFloats);
            first = 1;
        }
        for (int k = first; k < spec.width(); k++) {
            own.move(rows, at + k * stride, scale * values[from + k]);
        }
    }

    private boolean isBias(int place) {
        return place == 0 && spec.rule().biased() && shape.placement().rowAt(shape.shard(), 0) == 0;
    }
}
