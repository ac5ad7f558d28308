package dev.gradus.server;

import dev.gradus.optim.RowRule;
import org.jspecify.annotations.Nullable;

/**
 * One shard's rows of a table. They lie in pages of a few rows, which are made when one of their rows is first moved;
 * so a table costs memory where it is used. A row holds its weights, each followed by what the rule remembers of it.
 * Belongs to the shard's thread.
 */
final class ShardTable {

    /** Floats that a page should have at most; one of a wider row has that row. */
    private static final int PAGE_FLOATS = 256;

    private static final int ARRAY_BYTES = 16;

    private final TableSpec spec;
    private final Placement placement;
    private final int shard;
    private final @Nullable RowRule rule;
    private final int stride;
    private final int rowFloats;
    private final int pageShift;
    private final int pageMask;
    private final float[] @Nullable [] pages;
    private long bytesHeld;
    private long changedAt;

    ShardTable(TableSpec spec, Placement placement, int shard) {
        this.spec = spec;
        this.placement = placement;
        this.shard = shard;
        this.rule = spec.rule().create();
        this.stride = rule == null ? 1 : rule.stride();
        this.rowFloats = spec.width() * stride;
        this.pageShift = Math.max(0, 31 - Integer.numberOfLeadingZeros(Math.max(1, PAGE_FLOATS / rowFloats)));
        this.pageMask = (1 << pageShift) - 1;
        this.pages = new float[(rows() >>> pageShift) + 1][];
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
        return bytesHeld + (long) pages.length * Integer.BYTES;
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
        if (rowFloats == 1) {
            readFloats(places, count, into);
            return;
        }
        for (int i = 0; i < count; i++) {
            readRow(places[i], into, i * spec.width());
        }
    }

    private void readFloats(int[] places, int count, float[] into) {
        float[] @Nullable [] all = pages;
        int shift = pageShift;
        int mask = pageMask;
        for (int i = 0; i < count; i++) {
            int place = places[i];
            float[] page = all[place >>> shift];
            if (page == null) {
                readRow(place, into, i);
            } else {
                into[i] = page[place & mask];
            }
        }
    }

    void readRow(int place, float[] into, int at) {
        float[] page = pages[place >>> pageShift];
        if (page == null) {
            spec.init().fill(into, at, rowAt(place), spec.width(), 1);
            return;
        }
        int from = (place & pageMask) * rowFloats;
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
        int to = (place & pageMask) * rowFloats;
        RowRule own = rule;
        if (own == null) {
            for (int k = 0; k < rowFloats; k++) {
                page[to + k] += scale * values[at + k];
            }
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
    }

    void set(int place, float[] values, int at) {
        float[] page = page(place);
        int to = (place & pageMask) * rowFloats;
        RowRule own = rule;
        if (own == null) {
            System.arraycopy(values, at, page, to, rowFloats);
            return;
        }
        boolean bias = isBias(place);
        for (int k = 0; k < spec.width(); k++) {
            own.set(page, to + k * stride, values[at + k], bias && k == 0);
        }
    }

    /** Numbers that the rule remembers of each weight. */
    int remembered() {
        return rule == null ? 0 : rule.remembered();
    }

    /** Writes, for every weight of a row, the number of that index among those that the rule remembers. */
    void readState(int place, int index, float[] into, int at) {
        float[] page = pages[place >>> pageShift];
        int from = stateAt(place, index);
        for (int k = 0; k < spec.width(); k++) {
            into[at + k] = page == null ? 0 : page[from + k * stride];
        }
    }

    void setState(int place, int index, float[] values, int at) {
        float[] page = page(place);
        int to = stateAt(place, index);
        for (int k = 0; k < spec.width(); k++) {
            page[to + k * stride] = values[at + k];
        }
    }

    private int stateAt(int place, int index) {
        return (place & pageMask) * rowFloats + stride - remembered() + index;
    }

    /** The first row has place 0 on whichever shard has it, so rules find the bias at the start of its page. */
    private boolean isBias(int place) {
        return place == 0 && spec.rule().biased() && rowAt(0) == 0;
    }

    private float[] page(int place) {
        float[] page = pages[place >>> pageShift];
        return page != null ? page : make(place >>> pageShift);
    }

    private float[] make(int number) {
        float[] page = new float[rowFloats << pageShift];
        int first = number << pageShift;
        int last = Math.min(rows(), first + pageMask + 1);
        for (int place = first; spec.init().dimension() > 0 && place < last; place++) {
            spec.init().fill(page, (place - first) * rowFloats, rowAt(place), spec.width(), stride);
        }
        pages[number] = page;
        bytesHeld += ARRAY_BYTES + (long) page.length * Float.BYTES;
        return page;
    }
}
