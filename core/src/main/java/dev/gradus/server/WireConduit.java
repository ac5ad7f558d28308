package dev.gradus.server;

import dev.gradus.exchange.transport.Wire;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import org.jspecify.annotations.Nullable;

/** A connection to another process: TCP, a Unix domain socket, or TLS over TCP. */
final class WireConduit implements Conduit {

    private final Wire wire;
    private @Nullable SelectionKey key;
    private int interest = SelectionKey.OP_READ;

    /** Whether there may be bytes that nobody has asked for since the selector said so. */
    private boolean readable = true;

    private boolean writable = true;

    WireConduit(Wire wire) {
        this.wire = wire;
    }

    /** The selector found something to do. */
    void wakened(int operations) {
        readable |= (operations & SelectionKey.OP_READ) != 0;
        writable |= (operations & SelectionKey.OP_WRITE) != 0;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        int room = into.remaining();
        int count = wire.read(into);
        // A short read took all there was; what comes later the selector tells.
        readable = count == room && room > 0;
        return count;
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        wire.write(from);
        writable = !from.hasRemaining();
    }

    @Override
    public boolean flush() throws IOException {
        boolean done = wire.flush();
        writable &= done;
        return done;
    }

    @Override
    public void lookAgain() {
        readable = true;
        writable = true;
    }

    @Override
    public boolean readable() {
        return readable;
    }

    @Override
    public boolean writable() {
        return writable;
    }

    @Override
    public void waitWith(Waiting waiting, boolean reading, boolean writing) throws IOException {
        int wanted = (reading ? SelectionKey.OP_READ : 0) | (writing ? SelectionKey.OP_WRITE : 0);
        try {
            if (key == null) {
                key = waiting.watch(wire.channel(), this);
            }
            if (wanted != interest) {
                key.interestOps(wanted);
                interest = wanted;
            }
        } catch (CancelledKeyException e) {
            ClosedChannelException closed = new ClosedChannelException();
            closed.initCause(e);
            throw closed;
        }
    }

    @Override
    public boolean leavesProcess() {
        return true;
    }

    @Override
    public void close() {
        wire.close();
    }
}
