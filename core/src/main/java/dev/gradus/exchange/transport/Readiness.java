package dev.gradus.exchange.transport;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** Waits for bytes on a connection that does not block. One thread waits; any may close, which ends the wait. */
public final class Readiness implements AutoCloseable {

    private final Selector selector;

    public Readiness(SocketChannel channel) throws IOException {
        selector = Selector.open();
        try {
            channel.register(selector, SelectionKey.OP_READ);
        } catch (IOException | RuntimeException e) {
            selector.close();
            throw e;
        }
    }

    /** Returns when there is something to read or the connection has ended, and after {@code millis} anyway. */
    public void await(long millis) throws IOException {
        try {
            selector.select(Math.max(1, millis));
            selector.selectedKeys().clear();
        } catch (ClosedSelectorException e) {
            ClosedChannelException closed = new ClosedChannelException();
            closed.initCause(e);
            throw closed;
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while waiting for the other side");
        }
    }

    @Override
    public void close() {
        try {
            selector.close();
        } catch (IOException e) {
            // Only the system's handle of the wait itself; the connection is not touched.
            return;
        }
    }
}
