package dev.gradus.exchange.rendezvous;

import dev.gradus.exchange.tls.TlsWire;
import dev.gradus.exchange.transport.PlainWire;
import dev.gradus.exchange.transport.Wire;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Where the peers of a rank come in. Every caller is greeted on a thread of its own, so that a stranger who says
 * nothing keeps nobody out. Used by one thread.
 */
final class Door implements AutoCloseable {

    /** Peers may call before this rank has been told of its group, and wait in the system's queue until then. */
    private static final int QUEUE = 1024;

    private final ServerSocketChannel server;
    private final BlockingQueue<Caller> callers = new LinkedBlockingQueue<>();

    /** Why callers were turned away, by where they came from; the last of them may explain who is missing. */
    private final Map<String, String> refused = new ConcurrentHashMap<>();

    /** Somebody who belongs to the group, the rank that it has, and the shard that it wants to talk to, or -1. */
    record Caller(int rank, int shard, ControlLink link) {}

    Door(InetAddress address, PortRange ports) throws IOException {
        this.server = ServerSocketChannel.open();
        try {
            ports.bind(server, address, QUEUE);
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    boolean isOpen() {
        return server.isOpen();
    }

    int port() {
        return server.socket().getLocalPort();
    }

    /** Begins to let the peers in. */
    void open(PeerCalls.Company company) {
        open(company, (from, reason) -> {});
    }

    /** The same; {@code turnedAway} hears where those came from who were not let in, and why. */
    void open(PeerCalls.Company company, BiConsumer<String, String> turnedAway) {
        Threads.start("member-door", () -> accept(company, turnedAway));
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

    /** Why callers were turned away, for whoever misses one; empty when none was. */
    String refusals() {
        return refused.isEmpty() ? "" : ", turned away " + refused;
    }

    private void accept(PeerCalls.Company company, BiConsumer<String, String> turnedAway) {
        try {
            while (true) {
                SocketChannel channel = server.accept();
                Threads.start("member-greeting", () -> greet(channel, company, turnedAway));
            }
        } catch (IOException e) {
            return; // closed, or the system gives no more: whoever waits for a caller has a deadline and names the rank
        }
    }

    private void greet(SocketChannel channel, PeerCalls.Company company, BiConsumer<String, String> turnedAway) {
        String from = String.valueOf(channel.socket().getRemoteSocketAddress());
        @Nullable ControlLink link = null;
        try {
            Wire wire = company.group().tls()
                    ? TlsWire.answer(
                            channel, company.own().get(), Set.copyOf(company.certificates()), Handshake.TIMEOUT)
                    : new PlainWire(channel);
            link = new ControlLink(wire);
            Handshake.Caller caller = company.handshake().answer(link, company.group());
            int rank = caller.hello().number("rank");
            if (!company.isRank(rank, caller.certificate())) {
                throw new IOException("certificate is of another rank: rank=" + rank);
            }
            callers.add(new Caller(rank, ShardCalls.shard(caller.hello()), link));
            if (!server.isOpen()) {
                closeCallers(); // close() may have looked before this one came
            }
        } catch (IOException e) {
            refused.put(from, String.valueOf(e.getMessage()));
            turnedAway.accept(from, String.valueOf(e.getMessage()));
            close(channel); // a stranger: the peers that are missing may still come
            if (link != null) {
                link.close();
            }
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
