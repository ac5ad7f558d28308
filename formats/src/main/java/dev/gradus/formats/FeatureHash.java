package dev.gradus.formats;

import dev.gradus.data.sparse.format.Murmur3;
import java.nio.charset.StandardCharsets;

/**
 * Numbers the features of columns: the hash of a column is murmur3 of its name, that of a category is murmur3 of its
 * bytes seeded by the hash of its column, and a feature is the lowest bits of either.
 */
record FeatureHash(int bits, int seed) {

    int column(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return Murmur3.hash(bytes, 0, bytes.length, seed);
    }

    int feature(int hash) {
        return hash & (int) (space() - 1);
    }

    /** How many features there can be. */
    long space() {
        return 1L << bits;
    }
}
