package dev.gradus.data.sparse.cache;

import dev.gradus.data.sparse.SparseBlock;

/**
 * Turns rows as they were parsed into rows of {@link FrequentFeatures}' codes, in the order in which a row cache would
 * have them: those of {@link SparseBlock#FREQUENT} before the others, entries that are 0 left out, one feature's
 * entries made one. Of one thread.
 */
public final class RowCoder {

    private final FrequentFeatures frequent;

    /** Codes less than this stand first. */
    private final int border;

    private final MergedRow merged = new MergedRow();
    private int[] others = new int[64];
    private float[] otherValues = new float[64];

    public RowCoder(FrequentFeatures frequent) {
        this.frequent = frequent;
        this.border = FeatureIndex.border(frequent.size());
    }

    /** Appends the rows of a block, whose own features may be others afterwards. */
    public void append(SparseBlock raw, SparseBlock into) {
        into.reserve(raw.rows(), raw.entries() + 1);
        for (int row = 0; row < raw.rows(); row++) {
            int from = raw.starts()[row];
            int to = raw.starts()[row + 1];
            if (others.length <= to - from) {
                others = new int[2 * (to - from)];
                otherValues = new float[2 * (to - from)];
            }
            if (!parted(raw, from, to, into)) {
                merge(raw, from, to, into);
            }
            into.endRow(raw.labels()[row], raw.weights()[row]);
        }
    }

    /**
     * Appends the entries of a row, or says that they do not rise, so that some may be equal. Has no branches but for
     * the loop, since it cannot be foreseen which features are frequent.
     */
    private boolean parted(SparseBlock raw, int from, int to, SparseBlock into) {
        int[] ids = raw.features();
        float[] given = raw.values();
        int[] features = into.features();
        float[] values = into.values();
        int first = border;
        int end = into.entries();
        int count = 0;
        int before = -1;
        int falls = 0;
        for (int i = from; i < to; i++) {
            int id = ids[i];
            float value = given[i];
            falls |= id - before - 1; // negative if it does not rise
            before = id;
            int code = frequent.code(id);
            int kept = RowParter.kept(value);
            int leads = kept & (code - first) >>> 31;
            features[end] = code;
            values[end] = value;
            end += leads;
            others[count] = code;
            otherValues[count] = value;
            count += kept - leads;
        }
        if (falls < 0) {
            return false;
        }
        System.arraycopy(others, 0, features, end, count);
        System.arraycopy(otherValues, 0, values, end, count);
        into.filledOpenRow(end + count);
        return true;
    }

    private void merge(SparseBlock raw, int from, int to, SparseBlock into) {
        int[] ids = raw.features();
        for (int i = from; i < to; i++) {
            ids[i] = frequent.code(ids[i]);
        }
        merged.set(raw, from, to);
        for (int i = 0; i < merged.count(); i++) {
            into.add(merged.features()[i], merged.values()[i]);
        }
    }
}
