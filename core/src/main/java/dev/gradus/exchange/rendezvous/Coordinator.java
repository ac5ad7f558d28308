package dev.gradus.exchange.rendezvous;

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

    private final int ranks;
    private final Secret secret;
    private final Duration timeout;
    private final ServerSocketChannel server;
    private final Map<Integer, MemberSeat> seats = new ConcurrentHashMap<>();
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    /** When the launcher's thread last looked for silent members. */
    private long lookedAt = System.nanoTime();

    public Coordinator(InetSocketAddress address, int ranks, Secret secret, Duration timeout) throws IOException {
        this.ranks = ranks;
        this.secret = secret;
        this.timeout = timeout;
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
        return IntStream.range(0, ranks)
                .filter(rank -> !seats.containsKey(rank))
                .boxed()
                .toList();
    }

    /** Tells every member its rank, the addresses of all and the job. All must have joined. */
    public void welcome(Map<String, ?> job) throws IOException {
        welcome(job, 0);
    }

    /** The same, and that so many bytes follow, with which the run goes on from where it was. */
    public void welcome(Map<String, ?> job, long checkpointBytes) throws IOException {
        List<Map<String, Object>> peers = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            peers.add(Map.of("host", seat(rank).host(), "port", seat(rank).port()));
        }
        for (int rank = 0; rank < ranks; rank++) {
            Map<String, Object> content = new LinkedHashMap<>();
            content.put("rank", rank);
            content.put("ranks", ranks);
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

    /** Tells every member that is still there that the run is over, and why. */
    public void abort(int culprit, String reason) {
        Message message = Message.of(Message.Type.ABORT, Map.of("rank", culprit, "reason", reason));
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

    private void giveUpSilent() {
        long now = System.nanoTime();
        if (now - lookedAt > STANDSTILL_NANOS) {
            // This process was stopped for a while and heard nobody; that is not the members' silence.
            seats.values().forEach(MemberSeat::heard);
        }
        lookedAt = now;
        seats.forEach((rank, seat) -> {
            if (seat.silentFor().compareTo(timeout) > 0) {
                seat.done(); // nothing more is expected of it, so this is said once
                events.add(new Event.Lost(rank, "silent: waited=" + timeout.toMillis() / 1e3 + "s"));
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
        try (ControlLink link = new ControlLink(channel)) {
            Message hello = new Handshake(secret).answer(link);
            int wished = hello.number("rank");
            String host = link.remoteAddress().getHostAddress();
            int rank = take(wished, new MemberSeat(link, host, hello.number("port")));
            if (rank < 0) {
                String reason = wished >= 0 && wished < ranks
                        ? "rank " + wished + " is taken"
                        : "the run is full: ranks=" + ranks;
                Handshake.refuse(link, reason);
                events.add(new Event.Refused(wished, reason));
                return;
            }
            events.add(new Event.Joined(rank));
            listen(rank, link);
        } catch (IOException e) {
            events.add(new Event.Refused(-1, e.getMessage() + ", from=" + from));
        }
    }

    private static String from(SocketChannel channel) {
        return channel.socket().getRemoteSocketAddress() instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress() + ":" + address.getPort()
                : "unknown";
    }

    /** Gives the wished rank, or the lowest free one when no wish was made (-1); -1 when there is none. */
    private int take(int wished, MemberSeat seat) {
        if (wished >= ranks) {
            return -1;
        }
        if (wished >= 0) {
            return seats.putIfAbsent(wished, seat) == null ? wished : -1;
        }
        for (int rank = 0; rank < ranks; rank++) {
            if (seats.putIfAbsent(rank, seat) == null) {
                return rank;
            }
        }
        return -1;
    }

    private void listen(int rank, ControlLink link) {
        MemberSeat seat = seat(rank);
        try {
            while (true) {
                Message message = link.receive(Duration.ZERO);
                seat.heard();
                if (message.type() != Message.Type.HEARTBEAT) {
                    events.add(new Event.Said(rank, message));
                }
                if (message.type() == Message.Type.DONE) {
                    seat.done();
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
