package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.sparse.SparseBlock;

/**
 * Writes rows of which features are known by places, or by codes in the same order, frequent ones first. Entries whose
 * value is 0 or whose place is negative are left out; one feature's entries become one. Of one thread.
 *
 * <p>Where the features of a row rise in the source, as libsvm has them, none is named twice, and its entries are only
 * parted in frequent and other ones. All others are sorted by place.
 */
final class RowParter {

    private final ChunkWriter writer;

    /** Places less than this stand first. */
    private final int border;

    private final MergedRow merged = new MergedRow();
    private boolean[] rising = new boolean[Chunk.GROUP_ROWS];
    private int[] features = new int[64];
    private float[] values = new float[64];

    RowParter(ChunkWriter writer, int border) {
        this.writer = writer;
        this.border = border;
    }

    /** Notes which rows of a block rise, while it has features as in the source. */
    void note(SparseBlock block) {
        if (rising.length < block.rows()) {
            rising = new boolean[block.rows()];
        }
        for (int row = 0; row < block.rows(); row++) {
            rising[row] = rises(block.features(), block.starts()[row], block.starts()[row + 1]);
        }
    }

    /** Writes the rows of the block that was noted, which has places now. */
    void write(SparseBlock block) throws DataException {
        for (int row = 0; row < block.rows(); row++) {
            int start = block.starts()[row];
            int end = block.starts()[row + 1];
            float label = block.labels()[row];
            float weight = block.weights()[row];
            if (rising[row]) {
                reserve(end - start);
                writer.add(features, values, 0, parted(block, start, end), label, weight);
            } else {
                merged.set(block, start, end);
                writer.add(merged.features(), merged.values(), 0, merged.count(), label, weight);
            }
        }
    }

    private static boolean rises(int[] features, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (features[i] <= features[i - 1]) {
                return false;
            }
        }
        return true;
    }

    private void reserve(int entries) {
        if (features.length < entries) {
            features = new int[entries];
            values = new float[entries];
        }
    }

    /**
     * Puts frequent entries before the others, both in the order in which they are, and returns how many there are. Has
     * no branches: which kind comes next cannot be foreseen, and a branch that is taken wrongly costs as much as
     * several entries. An entry that is left out is overwritten by the next one.
     */
    private int parted(SparseBlock block, int from, int to) {
        int[] places = block.features();
        float[] given = block.values();
        int[] partedFeatures = features;
        float[] partedValues = values;
        int first = border;
        int rare = 0;
        for (int i = from; i < to; i++) {
            rare += kept(given[i]) & frequent(places[i], first);
        }
        int frequent = 0;
        for (int i = from; i < to; i++) {
            int place = places[i];
            float value = given[i];
            int kept = kept(value);
            int isFrequent = kept & frequent(place, first);
            int at = rare + ((frequent - rare) & -isFrequent);
            partedFeatures[at] = place;
            partedValues[at] = value;
            frequent += isFrequent;
            rare += kept & (first - 1 - place) >>> 31;
        }
        return rare;
    }

    /** 1 if a value is not 0, else 0. */
    static int kept(float value) {
        int bits = Float.floatToRawIntBits(value) << 1; // without the sign: 0 for both zeros
        return (bits | -bits) >>> 31;
    }

    /** 1 if a place is less than the border and not negative, else 0. */
    private static int frequent(int place, int border) {
        return ((place - border) & ~place) >>> 31;
    }
}
