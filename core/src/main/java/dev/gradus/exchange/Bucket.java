package dev.gradus.exchange;

import java.nio.FloatBuffer;

/**
 * Floats outside the heap that an exchange can add up where they lie: ranks of one machine read them straight out of
 * each other's memory. Made by {@link Exchange#bucket}. Used by one thread.
 */
public interface Bucket {

    TreeShare share();

    /** Floats of each node. */
    int length();

    /** How many nodes this rank has. */
    int nodes();

    /** The floats of one of this rank's nodes. Position and limit are of no meaning. */
    FloatBuffer node(int node);
}
