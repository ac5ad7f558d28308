package dev.gradus.cli;

import dev.gradus.data.DataException;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSource;

/** What one pass over sparse rows finds: labels, entries, and how often the most frequent features occur. */
final class SparseStatistics {

    private static final int CHUNK = 1024;

    private final long[] counts;
    private long positives;
    private long entries;
    private int fewest = Integer.MAX_VALUE;
    private int most;

    private SparseStatistics(int features) {
        this.counts = new long[features];
    }

    /** Reads all rows; counts the first {@code features} features, which are the most frequent ones. */
    static SparseStatistics of(SparseSource source, int features) throws DataException {
        SparseStatistics statistics = new SparseStatistics(features);
        SparseSource.Reader reader = source.reader();
        SparseBlock block = new SparseBlock();
        for (long from = 0; from < source.rows(); from += CHUNK) {
            block.clear();
            reader.read(from, Math.min(source.rows(), from + CHUNK), block);
            statistics.add(block);
        }
        return statistics;
    }

    private void add(SparseBlock block) {
        for (int row = 0; row < block.rows(); row++) {
            int count = block.starts()[row + 1] - block.starts()[row];
            fewest = Math.min(fewest, count);
            most = Math.max(most, count);
            positives += block.labels()[row] > 0 ? 1 : 0;
        }
        entries += block.entries();
        for (int i = 0; i < block.entries(); i++) {
            if (block.features()[i] < counts.length) {
                counts[block.features()[i]]++;
            }
        }
    }

    /** Rows of label 1. */
    long positives() {
        return positives;
    }

    /** Entries that are not zero, of all rows. */
    long entries() {
        return entries;
    }

    /** Of a row; 0 if there is none. */
    int fewestEntries() {
        return Math.min(fewest, most);
    }

    /** Of a row; 0 if there is none. */
    int mostEntries() {
        return most;
    }

    /** How many rows have a feature. */
    long count(int feature) {
        return counts[feature];
    }
}
