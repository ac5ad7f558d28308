package dev.gradus.exchange.rendezvous;

import dev.gradus.exchange.transport.PlainWire;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The one address through which the ranks of a run find each other. It hands out ranks, tells each the addresses of all
 * and the job, and hears of every end. Threads of its own listen; what they hear waits in a queue for the one thread
 * that runs the launcher.
 */
public final class Coordinator implements AutoCloseable {

    /** The launcher looks many times a second; a longer gap means that its process stood still. */
    private static final long STANDSTILL_NANOS = 1_000_000_000;

    /** The threads that listen leave it to {@link #poll} to tell who is silent, and end with their connection. */
    private static final Duration FOR_EVER = Duration.ofDays(10_000);

    /** How often the group has been formed. Ranks are not replaced so far, so every group is the first. */
    private static final int EPOCH = 1;

    private final Group group;
    private final Duration timeout;
    private final Handshake handshake;
    private final ServerSocketChannel server;
    private final Map<Integer, MemberSeat> seats = new ConcurrentHashMap<>();
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    /** When the launcher's thread last looked for silent members. */
    private long lookedAt = System.nanoTime();

    public Coordinator(InetSocketAddress address, int ranks, Secret secret, Terms terms) throws IOException {
        this.group = new Group(Secret.runName(), ranks, EPOCH, terms.silence(), terms.tls());
        this.timeout = terms.timeout();
        this.handshake = new Handshake(secret, new OwnIdentity());
        this.server = ServerSocketChannel.open();
        try {
            server.bind(address, ranks + 16);
        } catch (BindException e) {
            server.close();
            throw new IOException(
                    "cannot listen: address=" + address.getHostString() + ":" + address.getPort() + ", "
                            + e.getMessage() + "; choose another launch.port or launch.host",
                    e);
        }
        Threads.start("coordinator-accept", this::accept);
    }

    /** The name of the run, which tells it from others that have the same secret. */
    public String run() {
        return group.run();
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) server.socket().getLocalSocketAddress();
    }

    /** The next event, or null when none comes in time. */
    public @Nullable Event poll(Duration wait) throws InterruptedException {
        giveUpSilent();
        return events.poll(wait.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Ranks that have not joined yet. */
    public List<Integer> missing() {
        return IntStream.range(0, group.ranks())
                .filter(rank -> !seats.containsKey(rank))
                .boxed()
                .toList();
    }

    /** Forgets a member that has left before all had joined, so that another can have its rank. */
    public void vacate(int rank) {
        MemberSeat seat = seats.remove(rank);
        if (seat != null) {
            seat.link().close();
        }
    }

    /** Tells every member its rank, the addresses of all and the job. All must have joined. */
    public void welcome(Map<String, ?> job) throws IOException {
        welcome(job, 0);
    }

    /** The same, and that so many bytes follow, with which the run goes on from where it was. */
    public void welcome(Map<String, ?> job, long checkpointBytes) throws IOException {
        List<Map<String, Object>> peers = new ArrayList<>();
        for (int rank = 0; rank < group.ranks(); rank++) {
            PeerCalls.Address address = seat(rank).address();
            peers.add(Map.of("host", address.host(), "port", address.port(), "certificate", address.certificate()));
        }
        for (int rank = 0; rank < group.ranks(); rank++) {
            Map<String, Object> content = new LinkedHashMap<>();
            content.put("rank", rank);
            content.put("timeoutMillis", ControlLink.millis(timeout));
            content.put("peers", peers);
            content.put("job", job);
            content.put("checkpointBytes", checkpointBytes);
            seat(rank).link().send(Message.of(Message.Type.WELCOME, content));
        }
    }

    /** Tells one member something. Returns when the system has taken it. */
    public void send(int rank, Message message) throws IOException {
        seat(rank).link().send(message);
    }

    /** Tells every member that is still there that the run is over, and why; {@code cause} is the kind of reason. */
    public void abort(int culprit, String cause, String reason) {
        Message message = Message.of(Message.Type.ABORT, Map.of("rank", culprit, "cause", cause, "reason", reason));
        seats.forEach((rank, seat) -> {
            try {
                if (rank != culprit) {
                    seat.link().send(message);
                }
            } catch (IOException e) {
                // That one is gone too; its own end is in the queue already.
                events.add(new Event.Lost(rank, String.valueOf(e.getMessage())));
            }
        });
    }

    /** Gives up a member without which the others go on, and tells them. */
    public void leaveBehind(int rank) {
        MemberSeat gone = seat(rank);
        gone.done(); // before the connection ends, which then is no news
        gone.link().close();
        Message message = Message.of(Message.Type.LOST, Map.of("rank", rank));
        seats.forEach((other, seat) -> {
            try {
                if (other != rank && !seat.isDone()) {
                    seat.link().send(message);
                }
            } catch (IOException e) {
                events.add(new Event.Lost(other, String.valueOf(e.getMessage())));
            }
        });
    }

    private void giveUpSilent() {
        long now = System.nanoTime();
        if (now - lookedAt > STANDSTILL_NANOS) {
            // This process was stopped for a while and heard nobody; that is not the members' silence.
            seats.values().forEach(MemberSeat::excuse);
        }
        lookedAt = now;
        seats.forEach((rank, seat) -> {
            if (seat.silentFor().compareTo(group.silence()) > 0) {
                seat.done(); // nothing more is expected of it, so this is said once
                events.add(new Event.Silent(rank, group.silence()));
            }
        });
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel channel = server.accept();
                Threads.start("coordinator-member", () -> greet(channel));
            }
        } catch (ClosedChannelException e) {
            return; // close() ends the wait
        } catch (IOException e) {
            events.add(new Event.Lost(-1, "the launcher cannot listen any more: " + e.getMessage()));
        }
    }

    private void greet(SocketChannel channel) {
        String from = from(channel);
        try (ControlLink link = new ControlLink(new PlainWire(channel))) {
            Handshake.Caller caller = handshake.answer(link, group);
            int wished = caller.hello().number("rank");
            PeerCalls.Address address = new PeerCalls.Address(
                    host(caller.hello(), link), caller.hello().number("port"), caller.certificate());
            MemberSeat seat = new MemberSeat(link, address);
            int rank = take(wished, seat);
            if (rank < 0) {
                String reason = noPlace(wished);
                Handshake.refuse(link, reason);
                events.add(new Event.Refused(wished, reason));
                return;
            }
            Heart.start("coordinator-heartbeat", link);
            events.add(new Event.Joined(rank));
            listen(rank, seat);
        } catch (IOException e) {
            events.add(new Event.Refused(-1, e.getMessage() + ", from=" + from));
        } finally {
            close(channel); // also where there never was a link over it
        }
    }

    private String noPlace(int wished) {
        if (wished < 0) {
            return "the run is full: ranks=" + group.ranks();
        }
        return wished < group.ranks()
                ? "rank " + wished + " is taken"
                : "no such rank: rank=" + wished + ", ranks=" + group.ranks();
    }

    /** Where a member listens: where it says, if its job or its user chose, else where it calls from. */
    private static String host(Message hello, ControlLink link) throws IOException {
        return hello.content().get("host") instanceof String host && !host.isEmpty()
                ? host
                : link.remoteAddress().getAddress().getHostAddress();
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            return; // it is given up either way
        }
    }

    private static String from(SocketChannel channel) {
        return channel.socket().getRemoteSocketAddress() instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress() + ":" + address.getPort()
                : "unknown";
    }

    /** Gives the wished rank, or the lowest free one when no wish was made (-1); -1 when there is none. */
    private int take(int wished, MemberSeat seat) {
        if (wished >= group.ranks()) {
            return -1;
        }
        if (wished >= 0) {
            return seats.putIfAbsent(wished, seat) == null ? wished : -1;
        }
        for (int rank = 0; rank < group.ranks(); rank++) {
            if (seats.putIfAbsent(rank, seat) == null) {
                return rank;
            }
        }
        return -1;
    }

    private void listen(int rank, MemberSeat seat) {
        try {
            while (true) {
                Message message = seat.link().receive(FOR_EVER);
                if (message.type() == Message.Type.DONE) {
                    seat.done(); // before it is said: the connection may end as soon as it is known
                }
                if (message.type() != Message.Type.HEARTBEAT) {
                    events.add(new Event.Said(rank, message));
                }
            }
        } catch (IOException e) {
            if (!seat.isDone()) {
                events.add(new Event.Lost(rank, "connection ended: " + e.getMessage()));
            }
        }
    }

    private MemberSeat seat(int rank) {
        MemberSeat seat = seats.get(rank);
        if (seat == null) {
            throw new IllegalStateException("rank has not joined: rank=" + rank);
        }
        return seat;
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            events.add(new Event.Lost(-1, "closing failed: " + e.getMessage()));
        }
        seats.values().forEach(seat -> seat.link().close());
    }
}
