package dev.gradus.model.logistic;

import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.model.BlockNumbering;
import java.util.Arrays;

/**
 * Numbers the features of some blocks anew. A bit for each feature says whether it is noted, a bit for each 64 of them
 * whether any is; so those noted are found in order without sorting, and a new number is a count of bits. That takes a
 * fifth of a byte for each feature of the table. The row of the bias, 0, is always the first, so that feature f of a
 * renumbered block has row f + 1 of the copy, as in the table.
 */
final class SparseNumbering implements BlockNumbering<SparseBlock> {

    /** A bit for each feature. */
    private final long[] noted;

    /** A bit for each of those words. */
    private final long[] words;

    /** For each word of features the new number of the first that is noted in it. */
    private final int[] starts;

    private int[] rows = new int[1024];
    private int count;
    private boolean listed;

    SparseNumbering(int features) {
        this.noted = new long[(features >>> 6) + 1];
        this.words = new long[(noted.length >>> 6) + 1];
        this.starts = new int[noted.length];
        clear();
    }

    @Override
    public void clear() {
        for (int i = 0; i < words.length; i++) {
            for (long left = words[i]; left != 0; left &= left - 1) {
                noted[(i << 6) + Long.numberOfTrailingZeros(left)] = 0;
            }
            words[i] = 0;
        }
        listed = false;
    }

    @Override
    public void note(SparseBlock block) {
        int[] features = block.features();
        for (int i = 0; i < block.entries(); i++) {
            int word = features[i] >>> 6;
            noted[word] |= 1L << features[i];
            words[word >>> 6] |= 1L << word;
        }
        listed = false;
    }

    @Override
    public int[] rows() {
        list();
        return rows;
    }

    @Override
    public int count() {
        list();
        return count;
    }

    private void list() {
        if (listed) {
            return;
        }
        rows[0] = 0; // kept also without a bias, or features would not follow their rows by one
        count = 1;
        for (int i = 0; i < words.length; i++) {
            for (long left = words[i]; left != 0; left &= left - 1) {
                list((i << 6) + Long.numberOfTrailingZeros(left));
            }
        }
        listed = true;
    }

    private void list(int word) {
        if (count + Long.SIZE > rows.length) {
            rows = Arrays.copyOf(rows, 2 * rows.length);
        }
        starts[word] = count - 1;
        for (long left = noted[word]; left != 0; left &= left - 1) {
            rows[count++] = (word << 6) + Long.numberOfTrailingZeros(left) + 1;
        }
    }

    @Override
    public void renumber(SparseBlock block) {
        list();
        int[] features = block.features();
        for (int i = 0; i < block.entries(); i++) {
            int feature = features[i];
            long bits = noted[feature >>> 6];
            if ((bits >>> feature & 1) == 0) {
                throw new IllegalArgumentException("feature was not noted: feature=" + feature);
            }
            features[i] = starts[feature >>> 6] + Long.bitCount(bits & ((1L << feature) - 1));
        }
    }
}
