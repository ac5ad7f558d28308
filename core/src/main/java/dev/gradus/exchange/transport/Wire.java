package dev.gradus.exchange.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A connection as a stream of bytes in each direction. No method blocks. One thread reads, one writes. */
public interface Wire extends AutoCloseable {

    /** Takes what has arrived and returns how many bytes that were: 0 when there is nothing now, -1 at the end. */
    int read(ByteBuffer into) throws IOException;

    /** As {@link #read(ByteBuffer)}, into one buffer after the other; here by a call for each. */
    default long read(ByteBuffer[] into) throws IOException {
        long all = 0;
        for (ByteBuffer buffer : into) {
            int count = buffer.hasRemaining() ? read(buffer) : 0;
            if (count < 0) {
                return all == 0 ? count : all;
            }
            all += count;
            if (buffer.hasRemaining()) {
                break;
            }
        }
        return all;
    }

    /** Takes as many of the buffer's bytes as can be on their way now, and returns how many that were. */
    int write(ByteBuffer from) throws IOException;

    /** As {@link #write(ByteBuffer)}, of one buffer after the other; here by a call for each. */
    default long write(ByteBuffer[] from) throws IOException {
        long all = 0;
        for (ByteBuffer buffer : from) {
            all += buffer.hasRemaining() ? write(buffer) : 0;
            if (buffer.hasRemaining()) {
                break;
            }
        }
        return all;
    }

    /** Goes on handing to the system what {@link #write} has taken; true when nothing is left here. */
    boolean flush() throws IOException;

    /** The connection below, which does not block. */
    SocketChannel channel();

    @Override
    void close();
}
