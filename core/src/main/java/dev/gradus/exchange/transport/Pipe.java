package dev.gradus.exchange.transport;

import java.nio.FloatBuffer;

/** A bounded stream of floats from one writer to one reader, neither of which ever blocks. */
interface Pipe {

    /** Copies what fits of {@code data[from..to)} and returns how many floats that were. Writer only. */
    int write(FloatBuffer data, int from, int to);

    /** Copies what is there into {@code into[from..to)} and returns how many floats that were. Reader only. */
    int read(FloatBuffer into, int from, int to);

    /** Whether the other side is gone. What it wrote before is still there to be read. */
    boolean closed();

    void close();
}
