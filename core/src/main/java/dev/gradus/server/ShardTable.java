package dev.gradus.server;

import dev.gradus.optim.RowRule;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One shard's rows of a table. They lie in pages of a few rows, which are made when one of their rows is first moved;
 * so a table costs memory where it is used. A row holds its weights, each followed by what the rule remembers of it.
 * Guarded by the lock of the shard: many may read at once, one alone may write.
 */
final class ShardTable {

    /** Floats that a page of a long table should have at most; one of a wider row has that row. */
    private static final int PAGE_FLOATS = 256;

    /** Up to 64 MiB, memory that is not used matters less than looks that are short. */
    private static final long SHORT_TABLE_FLOATS = 1 << 24;

    private final TableSpec spec;
    private final Placement placement;
    private final int shard;
    private final @Nullable RowRule rule;
    private final int stride;
    private final int rowFloats;
    private final int pageShift;
    private final int pageMask;
    private final PageMemory memory;
    private @Nullable SharedTable shared;

    /** One row of those that are shared, while it is read or written. */
    private float[] row = {};

    private long changedAt;

    ShardTable(TableSpec spec, Placement placement, int shard) {
        this.spec = spec;
        this.placement = placement;
        this.shard = shard;
        this.rule = spec.rule().create();
        this.stride = rule == null ? 1 : rule.stride();
        this.rowFloats = spec.width() * stride;
        this.pageShift = pageShift((long) rows() * rowFloats, rowFloats);
        this.pageMask = (1 << pageShift) - 1;
        this.memory = new PageMemory((rows() >>> pageShift) + 1L, rowFloats << pageShift);
    }

    /** How many pages a table may have on a shard, which are listed even if none is ever made. */
    static long pages(TableSpec spec, Placement placement, int shard) {
        RowRule rule = spec.rule().create();
        int rowFloats = spec.width() * (rule == null ? 1 : rule.stride());
        int rows = placement.count(shard);
        return (rows >>> pageShift((long) rows * rowFloats, rowFloats)) + 1L;
    }

    /** A page has a power of two of rows. */
    private static int pageShift(long floats, int rowFloats) {
        long most = Math.min(PageMemory.SEGMENT_FLOATS, Math.max(PAGE_FLOATS, Long.highestOneBit(floats)));
        long wanted = floats <= SHORT_TABLE_FLOATS ? most : PAGE_FLOATS;
        return 63 - Long.numberOfLeadingZeros(Math.max(1, wanted / rowFloats));
    }

    /** From now on the rows are those, and whoever reads or writes one must hold their lock. */
    void share(SharedTable rows) {
        shared = rows;
        row = new float[rowFloats];
    }

    TableSpec spec() {
        return spec;
    }

    int width() {
        return spec.width();
    }

    /** Rows of this shard. */
    int rows() {
        return placement.count(shard);
    }

    /** The row at a place, for messages. */
    int rowAt(int place) {
        return placement.rowAt(shard, place);
    }

    long bytesHeld() {
        return shared == null ? memory.bytes() : (long) rows() * rowFloats * Float.BYTES;
    }

    /** The version of the shard at which this table last changed. */
    long changedAt() {
        return changedAt;
    }

    void changed(long version) {
        changedAt = version;
    }

    /** Writes the weights of rows one after the other. */
    void read(int[] places, int count, float[] into) {
        if (rowFloats == 1 && shared == null) {
            readFloats(places, count, into);
            return;
        }
        for (int i = 0; i < count; i++) {
            readRow(places[i], into, i * spec.width());
        }
    }

    private void readFloats(int[] places, int count, float[] into) {
        int at = 0;
        while (at < count) {
            at += memory.copyFloats(places, at, count, pageShift, into);
            if (at < count) {
                readRow(places[at], into, at);
                at++;
            }
        }
    }

    void readRow(int place, float[] into, int at) {
        if (!isMade(place)) {
            spec.init().fill(into, at, rowAt(place), spec.width(), 1);
            return;
        }
        float[] page = page(place);
        int from = rowStart(place);
        RowRule own = rule;
        if (own == null || stride == 1) {
            System.arraycopy(page, from, into, at, rowFloats);
            return;
        }
        boolean bias = isBias(place);
        for (int k = 0; k < spec.width(); k++) {
            into[at + k] = bias && k == 0 ? own.bias(page) : own.weight(page, from + k * stride);
        }
    }

    /** Sets how the calls of {@link #move} that follow apply gradients. */
    void prepare(double rate, long step) {
        if (rule != null) {
            rule.rate((float) rate);
            rule.step(step);
        }
    }

    /** Moves a row by pushed values, each times {@code scale}. */
    void move(int place, float[] values, int at, float scale) {
        float[] page = page(place);
        int to = rowStart(place);
        RowRule own = rule;
        if (own == null) {
            for (int k = 0; k < rowFloats; k++) {
                page[to + k] += scale * values[at + k];
            }
            written(place);
            return;
        }
        int first = 0;
        if (isBias(place)) {
            own.moveBias(page, scale * values[at]);
            first = 1;
        }
        for (int k = first; k < spec.width(); k++) {
            own.move(page, to + k * stride, scale * values[at + k]);
        }
        written(place);
    }

    void set(int place, float[] values, int at) {
        float[] page = page(place);
        int to = rowStart(place);
        RowRule own = rule;
        if (own == null) {
            System.arraycopy(values, at, page, to, rowFloats);
            written(place);
            return;
        }
        boolean bias = isBias(place);
        for (int k = 0; k < spec.width(); k++) {
            own.set(page, to + k * stride, values[at + k], bias && k == 0);
        }
        written(place);
    }

    /** Numbers that the rule remembers of each weight. */
    int remembered() {
        return rule == null ? 0 : rule.remembered();
    }

    /** Writes, for every weight of a row, the number of that index among those that the rule remembers. */
    void readState(int place, int index, float[] into, int at) {
        if (!isMade(place)) {
            Arrays.fill(into, at, at + spec.width(), 0);
            return;
        }
        float[] page = page(place);
        int from = stateAt(place, index);
        for (int k = 0; k < spec.width(); k++) {
            into[at + k] = page[from + k * stride];
        }
    }

    void setState(int place, int index, float[] values, int at) {
        float[] page = page(place);
        int to = stateAt(place, index);
        for (int k = 0; k < spec.width(); k++) {
            page[to + k * stride] = values[at + k];
        }
        written(place);
    }

    private int stateAt(int place, int index) {
        return rowStart(place) + stride - remembered() + index;
    }

    /** The first row has place 0 on whichever shard has it, so rules find the bias at the start of its array. */
    private boolean isBias(int place) {
        return place == 0 && spec.rule().biased() && rowAt(0) == 0;
    }

    private boolean isMade(int place) {
        return shared != null || memory.has(place >>> pageShift);
    }

    /** Ends a change of what {@link #page} returned. */
    private void written(int place) {
        SharedTable rows = shared;
        if (rows != null) {
            rows.store(place, row);
        }
    }

    /** The array with the page of a row, which is made if it is not there; of rows that are shared, a copy of one. */
    private float[] page(int place) {
        SharedTable rows = shared;
        if (rows != null) {
            rows.load(place, row);
            return row;
        }
        int number = place >>> pageShift;
        if (!memory.has(number)) {
            make(number);
        }
        return memory.array(number);
    }

    private int rowStart(int place) {
        return shared != null ? 0 : memory.start(place >>> pageShift) + (place & pageMask) * rowFloats;
    }

    private void make(int number) {
        memory.make(number);
        float[] page = memory.array(number);
        int first = number << pageShift;
        int last = Math.min(rows(), first + pageMask + 1);
        for (int place = first; spec.init().dimension() > 0 && place < last; place++) {
            spec.init().fill(page, rowStart(place), rowAt(place), spec.width(), stride);
        }
    }
}
