package dev.gradus.exchange.transport;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.SocketChannel;

/**
 * A pipe in memory that two processes share: the counter of the writer, that of the reader, and a ring of floats, as in
 * {@link FloatPipe}. Memory does not tell that a process has died, so a connection beside it does: it carries nothing,
 * and its end is the end of the pipe.
 */
final class MappedPipe implements Pipe {

    /** Floats in the ring: 64 KB, as in memory of one process. */
    private static final int CAPACITY = 1 << 14;

    private static final int MASK = CAPACITY - 1;

    /** Places of the counters in bytes; a page holds both, two cache lines apart. */
    private static final int WRITTEN = 0;

    private static final int READ = 256;
    private static final int RING = 4096;

    /** Bytes that a pipe takes. */
    static final int BYTES = RING + CAPACITY * Float.BYTES;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** Questions after which the connection is looked at: a system call, too dear for every turn of a waiting loop. */
    private static final int TURNS_A_LOOK = 256;

    private final ByteBuffer memory;
    private final FloatBuffer ring;
    private final SocketChannel connection;
    private final ByteBuffer nothing = ByteBuffer.allocate(1);
    private long own;
    private int turns;
    private boolean ended;

    /** {@code memory} holds {@link #BYTES} bytes, zero at first; {@code connection} does not block. */
    MappedPipe(ByteBuffer memory, SocketChannel connection) {
        this.memory = memory.order(ByteOrder.nativeOrder());
        this.ring = memory.slice(RING, CAPACITY * Float.BYTES)
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
        this.connection = connection;
    }

    @Override
    public int write(FloatBuffer data, int from, int to) {
        // pairs with the release in read()
        long free = CAPACITY - (own - (long) LONGS.getAcquire(memory, READ));
        int count = Math.min(believable(free), to - from);
        if (count > 0) {
            int at = (int) (own & MASK);
            int first = Math.min(count, CAPACITY - at);
            ring.put(at, data, from, first);
            ring.put(0, data, from + first, count - first);
            own += count;
            LONGS.setRelease(memory, WRITTEN, own);
        }
        return count;
    }

    @Override
    public int read(FloatBuffer into, int from, int to) {
        // pairs with the release in write()
        long available = (long) LONGS.getAcquire(memory, WRITTEN) - own;
        int count = Math.min(believable(available), to - from);
        if (count > 0) {
            int at = (int) (own & MASK);
            int first = Math.min(count, CAPACITY - at);
            into.put(from, ring, at, first);
            into.put(from + first, ring, 0, count - first);
            own += count;
            LONGS.setRelease(memory, READ, own);
        }
        return count;
    }

    /** The peer can write anything there: a count that no ring has is the end of the pipe, and nothing is moved. */
    private int believable(long count) {
        if (count < 0 || count > CAPACITY) {
            ended = true;
            return 0;
        }
        return (int) count;
    }

    @Override
    public boolean closed() {
        turns++;
        if (!ended && turns % TURNS_A_LOOK == 0) {
            ended = connectionEnded();
        }
        return ended;
    }

    private boolean connectionEnded() {
        try {
            return connection.read(nothing.clear()) != 0; // the peer sends nothing, so anything but silence is the end
        } catch (IOException e) {
            return true; // reset by a peer that died
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (IOException e) {
            ended = true;
        }
    }
}
