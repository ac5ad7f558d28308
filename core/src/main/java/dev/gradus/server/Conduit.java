package dev.gradus.server;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A connection between a worker and a shard, as bytes both ways. No method blocks. Used by one thread at a time. */
interface Conduit extends AutoCloseable {

    /** Takes what has arrived and returns how many bytes that were: 0 when there is nothing now, -1 at the end. */
    int read(ByteBuffer into) throws IOException;

    /** Takes as many of the buffer's bytes as can be on their way now. */
    void write(ByteBuffer from) throws IOException;

    /** Goes on with what {@link #write} has taken; true when nothing is left here. */
    boolean flush() throws IOException;

    /** Time has passed, so what was known about bytes and room may be old. */
    default void lookAgain() {}

    /** Whether a look is likely to find bytes, or the end. */
    boolean readable();

    /** Whether there is likely to be room for bytes. */
    boolean writable();

    /** Whose wait ends when there are bytes ({@code reading}) or there is room for some ({@code writing}). */
    void waitWith(Waiting waiting, boolean reading, boolean writing) throws IOException;

    /** Whether bytes leave this process. */
    boolean leavesProcess();

    @Override
    void close();
}
