package dev.gradus.exchange.rendezvous;

import dev.gradus.exchange.transport.Link;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.metrics.Ledger;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One rank's tie to the coordinator: how it joins, finds its peers, and hears of the end of the run. */
public final class Member implements AutoCloseable {

    /** Well below the shortest silence that a job may call the end of a rank. */
    private static final Duration HEARTBEAT = Duration.ofMillis(200);

    private static final Duration RETRY = Duration.ofMillis(100);

    private final ControlLink control;
    private final Secret secret;
    private final ServerSocketChannel server;
    private final Message welcome;
    private final int rank;
    private final int ranks;
    private final Duration timeout;
    private volatile boolean closed;
    private volatile @Nullable Ending ending;

    /**
     * Why the run is over, as the coordinator said or as its silence tells; {@code rank} is -1 if no rank is to blame.
     */
    public record Ending(int rank, String reason) {}

    private Member(ControlLink control, Secret secret, ServerSocketChannel server, Message welcome) throws IOException {
        this.control = control;
        this.secret = secret;
        this.server = server;
        this.welcome = welcome;
        this.rank = welcome.number("rank");
        this.ranks = welcome.number("ranks");
        this.timeout = Duration.ofMillis(welcome.number("timeoutMillis"));
    }

    /**
     * Joins the run at that address and waits for all others to join; {@code wished} is the rank asked for, or -1.
     * Tries until {@code timeout} to reach the coordinator, which may be started later than its ranks.
     */
    public static Member join(InetSocketAddress address, int wished, Secret secret, Duration timeout)
            throws IOException {
        ControlLink control = reach(address, timeout);
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.bind(new InetSocketAddress(control.localAddress(), 0));
            int port = server.socket().getLocalPort();
            new Handshake(secret).call(control, Map.of("rank", wished, "port", port));
            Threads.start("member-heartbeat", () -> beat(control));
            // The coordinator has the deadline for this wait: it knows who is missing, and its end ends the wait.
            return new Member(control, secret, server, awaitWelcome(control));
        } catch (IOException | RuntimeException e) {
            server.close();
            control.close();
            throw e;
        }
    }

    private static Message awaitWelcome(ControlLink control) throws IOException {
        try {
            return Handshake.expect(control, Message.Type.WELCOME, Duration.ZERO);
        } catch (EOFException | SocketException e) {
            throw new IOException("the launcher is gone: " + e.getMessage(), e);
        }
    }

    private static ControlLink reach(InetSocketAddress address, Duration timeout) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            try {
                return ControlLink.connect(address, timeout);
            } catch (ConnectException e) {
                if (System.nanoTime() - deadline > 0) {
                    throw new IOException(
                            "no launcher answers: address=" + address.getHostString() + ":" + address.getPort()
                                    + ", waited=" + timeout.toMillis() / 1e3 + "s",
                            e);
                }
                LockSupport.parkNanos(RETRY.toNanos());
            }
        }
    }

    public int rank() {
        return rank;
    }

    public int ranks() {
        return ranks;
    }

    public Duration timeout() {
        return timeout;
    }

    /** The job of the run, as dotted names and scalars. */
    public Map<?, ?> job() throws IOException {
        if (welcome.content().get("job") instanceof Map<?, ?> job) {
            return job;
        }
        throw new IOException("welcome lacks a job");
    }

    /**
     * Connects to all peers: calls those of lower rank and is called by the others. {@code whenOver} runs, on a thread
     * of its own, when the coordinator ends the run or is gone. With {@code sharing}, ranks on one machine share
     * memory.
     */
    public Mesh connect(Ledger ledger, boolean sharing, Runnable whenOver) throws IOException {
        LinkChoice choice = new LinkChoice(sharing);
        @Nullable Link[] links = new @Nullable Link[ranks];
        List<?> peers = welcome.content().get("peers") instanceof List<?> list ? list : List.of();
        for (int peer = 0; peer < rank; peer++) {
            links[peer] = call(peer, (Map<?, ?>) peers.get(peer), choice);
        }
        for (int waiting = ranks - 1 - rank; waiting > 0; waiting--) {
            Link link = answer(links, choice);
            links[link.peer()] = link;
        }
        server.close();
        Mesh mesh = new Mesh(rank, Arrays.asList(links), ledger, timeout);
        Threads.start("member-control", () -> listen(mesh, whenOver));
        return mesh;
    }

    private Link call(int peer, Map<?, ?> address, LinkChoice choice) throws IOException {
        String host = String.valueOf(address.get("host"));
        int port = address.get("port") instanceof Long number ? number.intValue() : -1;
        try {
            ControlLink link = ControlLink.connect(new InetSocketAddress(host, port), timeout);
            new Handshake(secret).call(link, Map.of("rank", rank));
            return choice.offer(peer, link);
        } catch (IOException e) {
            throw new IOException(
                    "rank " + peer + " cannot be reached: address=" + host + ":" + port + ", " + e.getMessage(), e);
        }
    }

    private Link answer(@Nullable Link[] links, LinkChoice choice) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            server.socket().setSoTimeout((int) Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
            ControlLink link = new ControlLink(accept(links).getChannel());
            try {
                int peer = new Handshake(secret).answer(link).number("rank");
                if (peer > rank && peer < ranks && links[peer] == null) {
                    return choice.answer(peer, link);
                }
                link.close();
            } catch (IOException e) {
                link.close(); // a stranger on this port: the peers that are missing may still come
            }
        }
    }

    private Socket accept(@Nullable Link[] links) throws IOException {
        try {
            return server.socket().accept();
        } catch (SocketTimeoutException e) {
            int missing = rank + 1;
            while (missing < ranks - 1 && links[missing] != null) {
                missing++;
            }
            throw new IOException("rank " + missing + " does not connect: waited=" + timeout.toMillis() / 1e3 + "s", e);
        }
    }

    /** Tells the coordinator something. */
    public void say(Message message) throws IOException {
        control.send(message);
    }

    /** Why the run is over, or null while it goes on. */
    public @Nullable Ending ending() {
        return ending;
    }

    private void listen(Mesh mesh, Runnable whenOver) {
        try {
            while (true) {
                Message message = control.receive(Duration.ZERO);
                if (message.type() == Message.Type.ABORT) {
                    end(mesh, message.number("rank"), message.text("reason"), whenOver);
                    return;
                }
            }
        } catch (IOException e) {
            end(mesh, -1, "the launcher is gone: " + e.getMessage(), whenOver);
        }
    }

    private void end(Mesh mesh, int culprit, String reason, Runnable whenOver) {
        if (!closed) {
            ending = new Ending(culprit, reason);
            mesh.abort(culprit, reason);
            whenOver.run();
        }
    }

    private static void beat(ControlLink control) {
        try {
            while (true) {
                control.send(new Message(Message.Type.HEARTBEAT, new byte[0]));
                LockSupport.parkNanos(HEARTBEAT.toNanos());
            }
        } catch (IOException e) {
            return; // closed; the thread that listens learns of an end that was not wanted and says so
        }
    }

    @Override
    public void close() {
        closed = true;
        control.close();
    }
}
