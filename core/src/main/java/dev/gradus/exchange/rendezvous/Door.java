package dev.gradus.exchange.rendezvous;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where the peers of a rank come in. Every caller is greeted on a thread of its own, so that a stranger who says
 * nothing keeps nobody out. Used by one thread.
 */
final class Door implements AutoCloseable {

    private final ServerSocketChannel server;
    private final Secret secret;
    private final BlockingQueue<Caller> callers = new LinkedBlockingQueue<>();

    /** Somebody who knows the secret, and the rank that it says it has. */
    record Caller(int rank, ControlLink link) {}

    Door(InetAddress address, Secret secret) throws IOException {
        this.secret = secret;
        this.server = ServerSocketChannel.open();
        try {
            server.bind(new InetSocketAddress(address, 0));
        } catch (IOException e) {
            server.close();
            throw e;
        }
        Threads.start("member-door", this::accept);
    }

    int port() {
        return server.socket().getLocalPort();
    }

    /** The next caller, or null when none comes in time. */
    @Nullable
    Caller next(Duration wait) throws IOException {
        try {
            return callers.poll(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while peers connect");
        }
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel channel = server.accept();
                Threads.start("member-greeting", () -> greet(channel));
            }
        } catch (IOException e) {
            return; // closed, or the system gives no more: whoever waits for a caller has a deadline and names the rank
        }
    }

    private void greet(SocketChannel channel) {
        try {
            ControlLink link = new ControlLink(channel);
            callers.add(new Caller(new Handshake(secret).answer(link).number("rank"), link));
            if (!server.isOpen()) {
                closeCallers(); // close() may have looked before this one came
            }
        } catch (IOException e) {
            close(channel); // a stranger: the peers that are missing may still come
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            return; // it is given up either way
        }
    }

    private void closeCallers() {
        for (Caller caller = callers.poll(); caller != null; caller = callers.poll()) {
            caller.link().close();
        }
    }

    /** Lets nobody in any more; callers that nobody has asked for are turned out. */
    @Override
    public void close() throws IOException {
        server.close();
        closeCallers();
    }
}
