package dev.gradus.data.image;

import dev.gradus.data.DataException;
import dev.gradus.data.ImageShape;

/**
 * Images of one size with labels, as bytes that are read by number: any range, any number of times, from any thread.
 */
public interface Pixels {

    ImageShape image();

    /** Labels are 0 to {@code classes - 1}. */
    int classes();

    long rows();

    /** Hands images {@code from} to {@code to} (half-open) to the sink, in order. */
    void read(long from, long to, Sink sink) throws DataException;

    /** Receives images, one after the other. */
    @FunctionalInterface
    interface Sink {

        /** Takes an image, whose bytes begin at {@code at}, channel by channel. They change after the call. */
        void image(byte[] pixels, int at, int label) throws DataException;
    }

    /** Refuses a range that is none of these rows. */
    default void requireRange(long from, long to) {
        if (from < 0 || to < from || to > rows()) {
            throw new IllegalArgumentException("no such rows: from=" + from + ", to=" + to + ", rows=" + rows());
        }
    }
}
