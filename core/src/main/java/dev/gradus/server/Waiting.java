package dev.gradus.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * How one thread waits for any of its connections: for sockets through the selector, for memory by being woken. One
 * thread waits, any may wake it.
 */
final class Waiting implements AutoCloseable {

    private final Selector selector;
    private volatile boolean asleep;

    Waiting() {
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException("no selector: " + e.getMessage(), e);
        }
    }

    /** Watches a connection; {@code attached} comes back from {@link #await} when there is something to do on it. */
    SelectionKey watch(SelectableChannel channel, Object attached) throws ClosedChannelException {
        return channel.register(selector, SelectionKey.OP_READ, attached);
    }

    /** Waits until something happens, and {@code millis} at most; not at all if it is not {@code idle}. */
    void await(long millis, BooleanSupplier idle) throws IOException {
        asleep = true; // before the look, so that whoever writes after it sees this and wakes
        try {
            if (idle.getAsBoolean()) {
                selector.select(millis);
            } else {
                selector.selectNow();
            }
        } finally {
            asleep = false;
        }
    }

    /** What is ready on sockets since the last look; the caller clears it. */
    Set<SelectionKey> ready() {
        return selector.selectedKeys();
    }

    /** Ends a wait, if there is one. */
    void wake() {
        if (asleep) {
            selector.wakeup();
        }
    }

    @Override
    public void close() {
        try {
            selector.close();
        } catch (IOException e) {
            return; // only the system's handle of the wait; nobody waits any more
        }
    }
}
