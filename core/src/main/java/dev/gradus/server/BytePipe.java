package dev.gradus.server;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Bytes from one thread to another through a ring of memory. One writes, one reads; they meet through the two volatile
 * counts, each of which only one of them writes.
 */
final class BytePipe {

    private final ByteBuffer ring;
    private final int mask;
    private volatile long written;
    private volatile long read;
    private volatile boolean closed;
    private volatile @Nullable Waiting reader;
    private volatile @Nullable Waiting writer;

    BytePipe(int capacity) {
        ring = ByteBuffer.allocateDirect(capacity);
        mask = capacity - 1;
    }

    void reader(Waiting waiting) {
        reader = waiting;
    }

    void writer(Waiting waiting) {
        writer = waiting;
    }

    int available() {
        return (int) (written - read);
    }

    boolean closed() {
        return closed;
    }

    int room() {
        return ring.capacity() - available();
    }

    int read(ByteBuffer into) {
        boolean over = closed; // before the look: what was written before the end is still read
        long at = read;
        int count = Math.min(into.remaining(), (int) (written - at)); // acquires what write() released
        if (count == 0) {
            return over && into.hasRemaining() ? -1 : 0;
        }
        int from = (int) at & mask;
        int first = Math.min(count, ring.capacity() - from);
        into.put(ring.duplicate().limit(from + first).position(from));
        into.put(ring.duplicate().limit(count - first).position(0));
        read = at + count;
        wake(writer);
        return count;
    }

    int write(ByteBuffer from) {
        long at = written;
        int count = Math.min(from.remaining(), ring.capacity() - (int) (at - read));
        if (count == 0) {
            return 0;
        }
        int to = (int) at & mask;
        int first = Math.min(count, ring.capacity() - to);
        int limit = from.limit();
        ring.duplicate().position(to).put(from.limit(from.position() + first));
        ring.duplicate().put(from.limit(from.position() + count - first));
        from.limit(limit);
        written = at + count; // releases the bytes to read()
        wake(reader);
        return count;
    }

    void close() {
        closed = true;
        wake(reader);
        wake(writer);
    }

    private static void wake(@Nullable Waiting waiting) {
        if (waiting != null) {
            waiting.wake();
        }
    }
}
