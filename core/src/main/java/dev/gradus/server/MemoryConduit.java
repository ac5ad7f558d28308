package dev.gradus.server;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A connection between threads of one process. */
final class MemoryConduit implements Conduit {

    /** Bytes on the way in each direction: 128 KiB, which stays in the second-level cache. */
    private static final int CAPACITY = 128 << 10;

    private final BytePipe in;
    private final BytePipe out;

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

    @Override
    public int read(ByteBuffer into) {
        return in.read(into);
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        if (out.closed()) {
            throw new EOFException("connection closed");
        }
        out.write(from);
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
    }
}
