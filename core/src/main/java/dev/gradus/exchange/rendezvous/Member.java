package dev.gradus.exchange.rendezvous;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Link;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.metrics.Ledger;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One rank's tie to the coordinator: how it joins, finds its peers, and hears of the end of the run. */
public final class Member implements AutoCloseable {

    /** Well below the shortest silence that a job may call the end of a rank. */
    private static final Duration HEARTBEAT = Duration.ofMillis(200);

    private static final Duration RETRY = Duration.ofMillis(100);

    /** How often a rank that waits for its peers looks whether the run is over. */
    private static final Duration TICK = Duration.ofMillis(50);

    private final ControlLink control;
    private final Secret secret;
    private final Door door;
    private final Message welcome;
    private final int rank;
    private final int ranks;
    private final Duration timeout;
    private final BlockingQueue<Message> heard = new LinkedBlockingQueue<>();
    private volatile boolean closed;
    private volatile @Nullable Ending ending;
    private volatile @Nullable Mesh mesh;

    /**
     * Why the run is over, as the coordinator said or as its silence tells; {@code rank} is -1 if no rank is to blame.
     */
    public record Ending(int rank, String reason) {}

    private Member(ControlLink control, Secret secret, Door door, Message welcome) throws IOException {
        this.control = control;
        this.secret = secret;
        this.door = door;
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
        @Nullable Door door = null;
        try {
            door = new Door(control.localAddress(), secret);
            new Handshake(secret).call(control, Map.of("rank", wished, "port", door.port()));
            Threads.start("member-heartbeat", () -> beat(control));
            // The coordinator has the deadline for this wait: it knows who is missing, and its end ends the wait.
            return new Member(control, secret, door, awaitWelcome(control));
        } catch (IOException | RuntimeException e) {
            if (door != null) {
                door.close();
            }
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

    /** How many bytes of a checkpoint follow the welcome. */
    public long checkpointBytes() throws IOException {
        if (welcome.content().get("checkpointBytes") instanceof Long bytes && bytes >= 0) {
            return bytes;
        }
        throw new IOException("welcome lacks the length of a checkpoint");
    }

    /** The next message of the coordinator, which must be of that type. For what follows the welcome only. */
    public Message expect(Message.Type type) throws IOException {
        return Handshake.expect(control, type, timeout);
    }

    /** Whether the coordinator says that within some time. */
    public boolean heard(Message.Type type, Duration wait) throws IOException {
        try {
            Message message = heard.poll(wait.toMillis(), TimeUnit.MILLISECONDS);
            return message != null && message.type() == type;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the launcher answers");
        }
    }

    /**
     * Connects to all peers: calls those of lower rank and is called by the others. {@code whenOver} runs, on a thread
     * of its own, when the coordinator ends the run or is gone. With {@code sharing}, ranks on one machine share
     * memory.
     */
    public Mesh connect(Ledger ledger, boolean sharing, Runnable whenOver) throws IOException, ExchangeException {
        // First of all, so that a run that ends while ranks connect is not waited for.
        Threads.start("member-control", () -> listen(whenOver));
        LinkChoice choice = new LinkChoice(sharing);
        @Nullable Link[] links = new @Nullable Link[ranks];
        try {
            callLower(links, choice);
            awaitHigher(links, choice);
        } catch (IOException | ExchangeException | RuntimeException e) {
            Arrays.stream(links).filter(Objects::nonNull).forEach(Link::close);
            throw e;
        } finally {
            door.close();
        }
        Mesh made = new Mesh(rank, Arrays.asList(links), ledger, timeout);
        mesh = made;
        Ending over = ending; // set before or seen by end(), which looks the other way round
        if (over != null) {
            made.abort(over.rank(), over.reason());
        }
        return made;
    }

    private void callLower(@Nullable Link[] links, LinkChoice choice) throws IOException, ExchangeException {
        List<?> peers = welcome.content().get("peers") instanceof List<?> list ? list : List.of();
        for (int peer = 0; peer < rank; peer++) {
            links[peer] = call(peer, (Map<?, ?>) peers.get(peer), choice);
        }
    }

    private Link call(int peer, Map<?, ?> address, LinkChoice choice) throws ExchangeException {
        String host = String.valueOf(address.get("host"));
        int port = address.get("port") instanceof Long number ? number.intValue() : -1;
        @Nullable ControlLink link = null;
        try {
            link = ControlLink.connect(new InetSocketAddress(host, port), timeout);
            new Handshake(secret).call(link, Map.of("rank", rank));
            return choice.offer(peer, link);
        } catch (IOException e) {
            if (link != null) {
                link.close();
            }
            throw new ExchangeException(
                    peer,
                    "rank " + peer + " cannot be reached: address=" + host + ":" + port + ", " + e.getMessage(),
                    e);
        }
    }

    private void awaitHigher(@Nullable Link[] links, LinkChoice choice) throws IOException, ExchangeException {
        long deadline = System.nanoTime() + timeout.toNanos();
        int missing = rank + 1;
        while (missing < ranks) {
            Door.Caller caller = door.next(TICK);
            if (caller != null) {
                letIn(caller, links, choice);
            }
            while (missing < ranks && links[missing] != null) {
                missing++;
            }
            Ending over = ending;
            if (over != null) {
                throw new ExchangeException(over.rank(), over.reason());
            }
            if (missing < ranks && System.nanoTime() - deadline > 0) {
                throw new ExchangeException(
                        missing, "rank " + missing + " does not connect: waited=" + timeout.toMillis() / 1e3 + "s");
            }
        }
    }

    private void letIn(Door.Caller caller, @Nullable Link[] links, LinkChoice choice) {
        int peer = caller.rank();
        try {
            if (peer > rank && peer < ranks && links[peer] == null) {
                links[peer] = choice.answer(peer, caller.link());
                return;
            }
        } catch (IOException e) {
            // It left again; if that rank is gone for good, the deadline or the coordinator says so.
            links[peer] = null;
        }
        caller.link().close();
    }

    /** Tells the coordinator something. */
    public void say(Message message) throws IOException {
        control.send(message);
    }

    /** Why the run is over, or null while it goes on. */
    public @Nullable Ending ending() {
        return ending;
    }

    private void listen(Runnable whenOver) {
        try {
            while (true) {
                Message message = control.receive(Duration.ZERO);
                if (message.type() == Message.Type.ABORT) {
                    end(message.number("rank"), message.text("reason"), whenOver);
                    return;
                }
                heard.add(message);
            }
        } catch (IOException e) {
            end(-1, "the launcher is gone: " + e.getMessage(), whenOver);
        }
    }

    private void end(int culprit, String reason, Runnable whenOver) {
        if (!closed) {
            ending = new Ending(culprit, reason);
            Mesh made = mesh;
            if (made != null) {
                made.abort(culprit, reason);
            }
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
    public void close() throws IOException {
        closed = true;
        control.close();
        door.close();
    }
}
