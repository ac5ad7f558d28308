package dev.gradus.exchange.transport;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.FloatBuffer;

/**
 * A bounded ring of floats from one writing thread to one reading thread. Each side owns one counter and reads the
 * other's; the padding keeps the two on different cache lines, which otherwise would bounce on every access.
 */
final class FloatPipe implements Pipe {

    /** 64 KB: 64 ranks have 4,032 of them, and sums between threads need none. */
    private static final int CAPACITY = 1 << 14;

    private static final int MASK = CAPACITY - 1;
    private static final VarHandle COUNTERS = MethodHandles.arrayElementVarHandle(long[].class);

    /** Places in {@link #counters}: 16 longs, two cache lines, lie between them. */
    private static final int WRITTEN = 16;

    private static final int READ = 32;
    private static final int CLOSED = 48;

    private final float[] ring = new float[CAPACITY];
    private final long[] counters = new long[64];

    @Override
    public int write(FloatBuffer data, int from, int to) {
        long written = counters[WRITTEN];
        // pairs with the release in read()
        long free = CAPACITY - (written - (long) COUNTERS.getAcquire(counters, READ));
        int count = (int) Math.min(free, to - from);
        if (count > 0) {
            int at = (int) (written & MASK);
            int first = Math.min(count, CAPACITY - at);
            data.get(from, ring, at, first);
            data.get(from + first, ring, 0, count - first);
            COUNTERS.setRelease(counters, WRITTEN, written + count);
        }
        return count;
    }

    @Override
    public int read(FloatBuffer into, int from, int to) {
        long read = counters[READ];
        // pairs with the release in write()
        long available = (long) COUNTERS.getAcquire(counters, WRITTEN) - read;
        int count = (int) Math.min(available, to - from);
        if (count > 0) {
            int at = (int) (read & MASK);
            int first = Math.min(count, CAPACITY - at);
            into.put(from, ring, at, first);
            into.put(from + first, ring, 0, count - first);
            COUNTERS.setRelease(counters, READ, read + count);
        }
        return count;
    }

    @Override
    public void close() {
        COUNTERS.setRelease(counters, CLOSED, 1L);
    }

    @Override
    public boolean closed() {
        return (long) COUNTERS.getAcquire(counters, CLOSED) != 0;
    }
}
