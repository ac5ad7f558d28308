package dev.gradus.exchange.rendezvous;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.tls.Identity;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.exchange.transport.Wire;
import dev.gradus.metrics.Ledger;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One rank's tie to the coordinator: how it joins, finds its peers, and hears of the end of the run. */
public final class Member implements AutoCloseable {

    private static final Duration RETRY = Duration.ofMillis(100);

    private final ControlLink control;
    private final Door door;
    private final Group group;
    private final Message welcome;
    private final int rank;
    private final Duration timeout;
    private final BlockingQueue<Message> heard = new LinkedBlockingQueue<>();
    private final PeerCalls.Company company;
    private final CountDownLatch hungUp = new CountDownLatch(1);
    private volatile boolean leaving;
    private volatile @Nullable Ending ending;
    private volatile @Nullable PeerCalls calls;
    private volatile @Nullable Mesh mesh;
    private volatile Listener listener = new Listener() {};

    /**
     * Why the run is over, as the coordinator said or as its silence tells; {@code rank} is -1 if no rank is to blame,
     * {@code cause} is the kind of reason in the coordinator's words, or empty.
     */
    public record Ending(int rank, String cause, String reason) {}

    /** What somebody wants to hear of the others who has no connections to them; called on a thread of the member's. */
    public interface Listener {

        /** The run is over. */
        default void over(Ending ending) {}

        /** A rank is lost, and the others go on without it. */
        default void lost(int rank) {}
    }

    private Member(ControlLink control, Door door, Group group, Greeter greeter, Message welcome) throws IOException {
        this.control = control;
        this.door = door;
        this.group = group;
        this.welcome = welcome;
        this.rank = welcome.number("rank");
        this.timeout = Duration.ofMillis(welcome.number("timeoutMillis"));
        this.company = new PeerCalls.Company(group, addresses(welcome), greeter.handshake(), greeter.own());
        if (rank < 0 || rank >= group.ranks() || company.addresses().size() != group.ranks()) {
            throw new IOException("welcome does not fit the group: rank=" + rank + ", ranks=" + group.ranks()
                    + ", peers=" + company.addresses().size());
        }
    }

    /** How this process greets. */
    private record Greeter(Handshake handshake, Supplier<Identity> own) {}

    /**
     * Joins the run at that address and waits for all others to join. Tries until {@code timeout} to reach the
     * coordinator, which may be started later than its ranks.
     */
    public static Member join(InetSocketAddress launcher, Wish wish, Secret secret, Duration timeout)
            throws IOException {
        ControlLink control = reach(launcher, timeout);
        @Nullable Door door = null;
        try {
            Listening listening = wish.listening();
            InetAddress address = listening.address(control.localAddress().getAddress());
            door = new Door(address, listening.ports());
            Supplier<Identity> own = new OwnIdentity();
            Handshake handshake = new Handshake(secret, own);
            Map<String, Object> hello = new LinkedHashMap<>(Group.stranger(wish.run(), wish.rank()));
            hello.put("port", door.port());
            // Else peers call where the coordinator sees this process, which is right even behind another address.
            if (!listening.device().isEmpty()) {
                hello.put("host", address.getHostAddress());
            }
            Group group = Group.of(handshake.call(control, hello));
            Heart.start("member-heartbeat", control);
            // The coordinator has the deadline for this wait, since it knows who is missing; only it must not freeze.
            Message welcome = awaitWelcome(control, group.silence());
            return new Member(control, door, group, new Greeter(handshake, own), welcome);
        } catch (IOException | RuntimeException e) {
            if (door != null) {
                door.close();
            }
            control.close();
            throw e;
        }
    }

    private static Message awaitWelcome(ControlLink control, Duration silence) throws IOException {
        try {
            return Handshake.expect(control, Message.Type.WELCOME, silence);
        } catch (SocketTimeoutException e) {
            throw new IOException(silent(silence), e);
        } catch (EOFException | SocketException e) {
            throw new IOException("the launcher is gone: " + e.getMessage(), e);
        }
    }

    private static String silent(Duration silence) {
        return "the launcher is silent: waited=" + ControlLink.seconds(silence);
    }

    private static ControlLink reach(InetSocketAddress address, Duration timeout) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            try {
                return ControlLink.connect(address, timeout);
            } catch (ConnectException | SocketTimeoutException e) {
                if (System.nanoTime() - deadline > 0) {
                    throw new IOException(
                            "no launcher answers: address=" + address.getHostString() + ":" + address.getPort()
                                    + ", waited=" + ControlLink.seconds(timeout),
                            e);
                }
                LockSupport.parkNanos(RETRY.toNanos());
            }
        }
    }

    private static List<PeerCalls.Address> addresses(Message welcome) throws IOException {
        List<PeerCalls.Address> addresses = new ArrayList<>();
        for (Object entry : welcome.content().get("peers") instanceof List<?> list ? list : List.of()) {
            if (!(entry instanceof Map<?, ?> peer) || !(peer.get("port") instanceof Long port)) {
                throw new IOException("welcome lacks an address: peer=" + entry);
            }
            addresses.add(new PeerCalls.Address(
                    String.valueOf(peer.get("host")), port.intValue(), String.valueOf(peer.get("certificate"))));
        }
        return addresses;
    }

    public int rank() {
        return rank;
    }

    public int ranks() {
        return group.ranks();
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
     * Connects to all peers: calls those of lower rank and is called by the others. {@code whenOver} is told why, on a
     * thread of its own, when the coordinator ends the run, is gone or is silent. {@code kind} is what numbers go over.
     */
    public Mesh connect(Ledger ledger, LinkKind kind, Consumer<String> whenOver) throws IOException, ExchangeException {
        PeerCalls made = new PeerCalls(rank, company, door, kind, timeout);
        calls = made;
        // First of all, so that a run that ends while ranks connect is not waited for.
        Threads.start("member-control", () -> listen(whenOver));
        Mesh connected = new Mesh(rank, made.connect(), ledger, timeout);
        mesh = connected;
        Ending over = ending; // set before or seen by end(), which looks the other way round
        if (over != null) {
            connected.abort(over.rank(), over.reason());
        }
        return connected;
    }

    /** Listens to the coordinator, for members whose ranks have no connections among them. */
    public void attend(Listener wanted, Consumer<String> whenOver) {
        listener = wanted;
        Threads.start("member-control", () -> listen(whenOver));
    }

    /** Lets the others connect to shards of this process. */
    public void serve(ShardHost host) {
        new ShardCalls(rank, company, timeout).serve(door, host);
    }

    /** Connects to a shard in the process that has that seat; {@code kind} is what numbers go over. */
    public Wire call(int seat, int shard, LinkKind kind) throws IOException, ExchangeException {
        return new ShardCalls(rank, company, timeout).call(seat, shard, kind);
    }

    /** How often the group has been formed. */
    public int epoch() {
        return group.epoch();
    }

    /** How long a member may be silent. */
    public Duration silence() {
        return group.silence();
    }

    /** Tells the coordinator something; once that is {@code DONE}, the coordinator's end is no news any more. */
    public void say(Message message) throws IOException {
        if (message.type() == Message.Type.DONE) {
            leaving = true; // before it is said: the coordinator may hang up before this thread goes on
        }
        control.send(message);
    }

    /** Why the run is over, or null while it goes on. */
    public @Nullable Ending ending() {
        return ending;
    }

    private void listen(Consumer<String> whenOver) {
        try {
            while (true) {
                Message message = control.receive(group.silence());
                if (message.type() == Message.Type.ABORT) {
                    end(new Ending(message.number("rank"), message.text("cause"), message.text("reason")), whenOver);
                    return;
                }
                if (message.type() == Message.Type.LOST) {
                    listener.lost(message.number("rank"));
                } else if (message.type() != Message.Type.HEARTBEAT) {
                    heard.add(message);
                }
            }
        } catch (SocketTimeoutException e) {
            end(new Ending(-1, "", silent(group.silence())), whenOver);
        } catch (IOException e) {
            end(new Ending(-1, "", "the launcher is gone: " + e.getMessage()), whenOver);
        } finally {
            hungUp.countDown();
        }
    }

    private void end(Ending over, Consumer<String> whenOver) {
        if (!leaving) {
            ending = over;
            PeerCalls connecting = calls;
            if (connecting != null) {
                connecting.giveUp(over.rank(), over.reason());
            }
            Mesh made = mesh;
            if (made != null) {
                made.abort(over.rank(), over.reason());
            }
            listener.over(over);
            whenOver.accept(over.reason());
        }
    }

    /**
     * Says nothing more and waits, at most as long as the launcher may be silent, until it has taken all that was said:
     * its heartbeats to a connection that is closed would reset it, and lose what is still on the way. After
     * {@link #connect} only.
     */
    public void leave() throws IOException {
        leaving = true;
        control.finish();
        try {
            if (!hungUp.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException(
                        "the launcher does not take the last news: waited=" + ControlLink.seconds(timeout));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the launcher takes the last news");
        }
    }

    @Override
    public void close() throws IOException {
        leaving = true;
        control.close();
        door.close();
    }
}
