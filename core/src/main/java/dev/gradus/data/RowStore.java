package dev.gradus.data;

import java.util.List;

/**
 * The rows of one virtual shard in memory, in whatever form its model reads fastest. Filled once, then only read, by
 * any number of threads.
 */
public interface RowStore {

    /** The epoch to ask for when a row is wanted as it is, for evaluation. */
    int PLAIN = -1;

    /** How rows {@code from} to {@code to} of a source become a store. */
    @FunctionalInterface
    interface Loader {

        RowStore load(RowSource source, long from, long to) throws DataException;
    }

    Shape shape();

    int rows();

    /** One label a row; what follows the last row is padding. */
    float[] labels();

    /**
     * Writes the {@code shape().features()} values of a row to {@code into} from {@code at} on; those of an image row
     * by row of each channel. From epoch 0 on they are for training in that epoch and may be varied; the variation
     * depends on a seed, the epoch and the number of the row in the whole set, and on nothing else. With {@link #PLAIN}
     * they are as they are. Allocates nothing.
     */
    void fill(int row, int epoch, float[] into, int at);

    /** Bytes that a row takes, with its label. */
    long rowBytes();

    /** The arrays of floats that the rows lie in, for finding out how fast memory is; none where they lie otherwise. */
    List<float[]> memory();
}
