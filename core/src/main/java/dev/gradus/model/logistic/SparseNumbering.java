package dev.gradus.model.logistic;

import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.model.BlockNumbering;
import java.util.Arrays;

/**
 * Numbers the features of some blocks anew. The row of the bias, 0, is always the first, so that feature f of a
 * renumbered block has row f + 1 of the copy, as in the table. A table of hashes with open places finds the new
 * numbers; its size follows the features noted.
 */
final class SparseNumbering implements BlockNumbering<SparseBlock> {

    private static final int FREE = -1;
    private static final int FIRST_SIZE = 1 << 10;

    /** Spreads features over the table: the golden ratio as a fraction of 2 to the 32. */
    private static final int SPREAD = 0x9E3779B9;

    private int[] keys = new int[FIRST_SIZE];
    private int[] numbers = new int[FIRST_SIZE];
    private int shift = Integer.numberOfLeadingZeros(FIRST_SIZE) + 1;
    private int[] rows = new int[FIRST_SIZE];
    private int count;
    private boolean sorted;

    SparseNumbering() {
        clear();
    }

    @Override
    public void clear() {
        Arrays.fill(keys, FREE);
        rows[0] = 0; // kept also without a bias, or features would not follow their rows by one
        count = 1;
        sorted = true;
    }

    @Override
    public void note(SparseBlock block) {
        int[] features = block.features();
        for (int i = 0; i < block.entries(); i++) {
            int at = find(features[i]);
            if (keys[at] == FREE) {
                keys[at] = features[i];
                add(features[i] + 1);
            }
        }
        sorted = false;
    }

    private void add(int row) {
        if (count == rows.length) {
            rows = Arrays.copyOf(rows, 2 * count);
        }
        rows[count++] = row;
        if (2 * count > keys.length) {
            grow();
        }
    }

    /** The place of a feature, or the free one where it belongs. */
    private int find(int feature) {
        int mask = keys.length - 1;
        int at = (feature * SPREAD) >>> shift;
        while (keys[at] != feature && keys[at] != FREE) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        keys = new int[2 * keys.length];
        numbers = new int[keys.length];
        shift--;
        Arrays.fill(keys, FREE);
        for (int i = 1; i < count; i++) {
            keys[find(rows[i] - 1)] = rows[i] - 1;
        }
    }

    @Override
    public int[] rows() {
        sort();
        return rows;
    }

    @Override
    public int count() {
        return count;
    }

    private void sort() {
        if (!sorted) {
            Arrays.sort(rows, 1, count);
            for (int i = 1; i < count; i++) {
                numbers[find(rows[i] - 1)] = i - 1;
            }
            sorted = true;
        }
    }

    @Override
    public void renumber(SparseBlock block) {
        sort();
        int[] features = block.features();
        for (int i = 0; i < block.entries(); i++) {
            int at = find(features[i]);
            if (keys[at] == FREE) {
                throw new IllegalArgumentException("feature was not noted: feature=" + features[i]);
            }
            features[i] = numbers[at];
        }
    }
}
