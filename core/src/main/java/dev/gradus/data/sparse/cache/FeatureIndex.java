package dev.gradus.data.sparse.cache;

import dev.gradus.data.sparse.SparseBlock;
import java.util.Arrays;

/**
 * Turns codes of {@link FrequentFeatures} into places: frequent features have their code, the others follow in the
 * order of their numbers. So the place of one is how many bits before its own are set, of which there is one for each
 * feature: an eighth of the memory of a table of places, and a count before every 64 of them.
 */
final class FeatureIndex {

    private static final int WORD_MASK = FeatureMarks.PAGE_WORDS - 1;
    private static final long[] NO_BITS = new long[FeatureMarks.PAGE_WORDS];
    private static final int[] NO_PLACES = new int[FeatureMarks.PAGE_WORDS];

    private final int frequent;

    /** In a row, codes less than this stand first; the others are in the order of the source. */
    private final int border;

    /** By page. */
    private final long[][] bits;

    /** By page and word: the place of the first feature of the word. */
    private final int[][] places;

    /** Of features of which the first {@code frequent} have their codes as places, and the others ascend. */
    FeatureIndex(int[] ids, int frequent) {
        this.frequent = frequent;
        this.border = border(frequent);
        int pages = ids.length == frequent ? 1 : (ids[ids.length - 1] >>> FeatureMarks.PAGE_BITS) + 1;
        this.bits = new long[pages + 1][];
        this.places = new int[pages + 1][];
        Arrays.fill(bits, NO_BITS);
        Arrays.fill(places, NO_PLACES);
        for (int place = frequent; place < ids.length; place++) {
            add(ids[place], place);
        }
    }

    /**
     * The code up to which entries of a row stand first, so that those of {@link SparseBlock#FREQUENT} places do when
     * codes have become places, which they do in their order.
     */
    static int border(int frequent) {
        return Math.min(frequent, SparseBlock.FREQUENT);
    }

    private void add(int id, int place) {
        int page = id >>> FeatureMarks.PAGE_BITS;
        if (bits[page] == NO_BITS) {
            bits[page] = new long[FeatureMarks.PAGE_WORDS];
            places[page] = new int[FeatureMarks.PAGE_WORDS];
        }
        int word = id >>> 6 & WORD_MASK;
        if (bits[page][word] == 0) {
            places[page][word] = place;
        }
        bits[page][word] |= 1L << id;
    }

    /** Replaces the codes of a block's rows from one on by places. Entries of features that have none are left out. */
    void toPlaces(SparseBlock block, int fromRow) {
        int[] features = block.features();
        int[] starts = block.starts();
        boolean complete = true;
        for (int row = fromRow; row < block.rows(); row++) {
            for (int i = starts[row + 1] - 1; i >= starts[row] && features[i] >= border; i--) {
                if (features[i] >= frequent) {
                    int place = place(features[i] - frequent);
                    features[i] = place;
                    complete &= place >= 0;
                }
            }
        }
        if (!complete) {
            leaveOut(block, fromRow);
        }
    }

    /** The place of a feature that is not frequent, -1 if it has none. */
    private int place(int id) {
        int page = Math.min(id >>> FeatureMarks.PAGE_BITS, bits.length - 1); // the last has none
        int word = id >>> 6 & WORD_MASK;
        long held = bits[page][word];
        long own = 1L << id;
        return (held & own) == 0 ? -1 : places[page][word] + Long.bitCount(held & (own - 1));
    }

    private static void leaveOut(SparseBlock block, int fromRow) {
        int[] features = block.features();
        float[] values = block.values();
        int[] starts = block.starts();
        int end = starts[fromRow];
        int from = end;
        for (int row = fromRow; row < block.rows(); row++) {
            int to = starts[row + 1];
            for (int i = from; i < to; i++) {
                features[end] = features[i];
                values[end] = values[i];
                end += features[i] >= 0 ? 1 : 0;
            }
            from = to;
            starts[row + 1] = end;
        }
        block.filled(block.rows(), end);
    }
}
