package dev.gradus.exchange.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A connection as a stream of bytes in each direction. No method blocks. One thread reads, one writes. */
public interface Wire extends AutoCloseable {

    /** Takes what has arrived and returns how many bytes that were: 0 when there is nothing now, -1 at the end. */
    int read(ByteBuffer into) throws IOException;

    /** Takes as many of the buffer's bytes as can be on their way now, and returns how many that were. */
    int write(ByteBuffer from) throws IOException;

    /** Goes on handing to the system what {@link #write} has taken; true when nothing is left here. */
    boolean flush() throws IOException;

    /** The connection below, which does not block. */
    SocketChannel channel();

    @Override
    void close();
}
