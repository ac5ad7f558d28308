package dev.gradus.server;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A connection between a worker and a shard of one process. What the worker writes is served by the thread that wrote
 * it, before the call returns.
 */
final class MemoryConduit implements Conduit {

    /** Bytes on the way in each direction: 128 KiB, which stays in the second-level cache. */
    private static final int CAPACITY = 128 << 10;

    private final BytePipe in;
    private final BytePipe out;
    private @Nullable Service service;

    /** What serves the other end. */
    interface Service {

        /** Serves what was written; true if anything moved. */
        boolean serve();

        /** Nothing more is written, or read. */
        void closed();
    }

    private MemoryConduit(BytePipe in, BytePipe out) {
        this.in = in;
        this.out = out;
    }

    /** Both ends of a new connection. */
    static MemoryConduit[] pair() {
        BytePipe there = new BytePipe(CAPACITY);
        BytePipe back = new BytePipe(CAPACITY);
        return new MemoryConduit[] {new MemoryConduit(back, there), new MemoryConduit(there, back)};
    }

    /** Says, before this end is used, what serves the other. */
    void servedBy(Service other) {
        service = other;
    }

    /** There may be room for answers again. */
    @Override
    public int read(ByteBuffer into) {
        int count = in.read(into);
        boolean moves = count > 0;
        while (moves) {
            moves = serve();
        }
        return count;
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        if (out.closed()) {
            throw new EOFException("connection closed");
        }
        out.write(from);
        while (serve()) {
            out.write(from);
        }
    }

    private boolean serve() {
        return service != null && service.serve();
    }

    @Override
    public boolean flush() {
        return true;
    }

    @Override
    public boolean readable() {
        return in.available() > 0 || in.closed();
    }

    @Override
    public boolean writable() {
        return out.room() > 0 || out.closed();
    }

    @Override
    public void waitWith(Waiting waiting, boolean reading, boolean writing) {
        in.reader(waiting);
        out.writer(waiting);
    }

    @Override
    public boolean leavesProcess() {
        return false;
    }

    @Override
    public void close() {
        in.close();
        out.close();
        if (service != null) {
            service.closed();
        }
    }
}
