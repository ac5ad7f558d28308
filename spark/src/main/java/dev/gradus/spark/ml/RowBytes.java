package dev.gradus.spark.ml;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;

/**
 * Bytes of rows on their way to a file, little-endian. Of one thread: streams of the JDK would take a lock for each
 * row.
 */
final class RowBytes {

    private static final int FIRST = 1 << 16;

    // Not on the heap: a channel copies what is there once more.
    private ByteBuffer bytes = buffer(FIRST);

    /** Where the next bytes are to be put, with room for so many at least. */
    ByteBuffer room(int count) {
        if (bytes.remaining() < count) {
            int size = Math.max(Math.addExact(bytes.position(), count), Math.multiplyExact(2, bytes.capacity()));
            bytes = buffer(size).put(bytes.flip());
        }
        return bytes;
    }

    /** Appends all of them. */
    void add(byte[] more) {
        room(more.length).put(more);
    }

    /** Appends a character of ASCII. */
    void add(char c) {
        room(1).put((byte) c);
    }

    int size() {
        return bytes.position();
    }

    /** Takes away the first bytes, at most so many. */
    byte[] take(int most) {
        byte[] taken = new byte[Math.min(most, size())];
        bytes.flip().get(taken).compact();
        return taken;
    }

    /** Takes away all bytes if they are worth a call. */
    void moveIfMany(WritableByteChannel out) throws IOException {
        if (size() >= FIRST) {
            moveTo(out);
        }
    }

    /** Takes away all bytes. */
    void moveTo(WritableByteChannel out) throws IOException {
        bytes.flip();
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
        bytes.clear();
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocateDirect(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
