package dev.gradus.exchange.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.collective.MeshExchange;
import dev.gradus.exchange.tls.Identity;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.metrics.Ledger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A coordinator and members over loopback, for tests; {@link #end} closes all that was opened. */
final class Meeting {

    static final Duration LONG = Duration.ofSeconds(60);
    static final Map<String, Object> JOB = Map.of("ranks", 3L, "name", "a run");

    final Secret secret = Secret.random();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<AutoCloseable> open = new ConcurrentLinkedQueue<>();

    void end() throws Exception {
        for (AutoCloseable closeable : open) {
            closeable.close();
        }
        threads.shutdownNow();
    }

    Coordinator coordinator(int ranks, Duration timeout) throws IOException {
        return coordinator(ranks, new Terms(timeout, LONG, false));
    }

    Coordinator coordinator(int ranks, Terms terms) throws IOException {
        Coordinator coordinator =
                new Coordinator(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), ranks, secret, terms);
        open.add(coordinator);
        return coordinator;
    }

    CompletableFuture<Member> join(Coordinator coordinator, int wished, Secret with) {
        return call(() -> {
            Member member = Member.join(coordinator.address(), new Wish(wished, ""), with, LONG);
            open.add(member);
            return member;
        });
    }

    Handshake handshake() {
        return new Handshake(secret, Identity::create);
    }

    /** A member that has joined and from then on says nothing. */
    ControlLink joinByHand(Coordinator coordinator, int wished) throws IOException {
        ControlLink link = ControlLink.connect(coordinator.address(), LONG);
        open.add(link);
        Map<String, Object> hello = new LinkedHashMap<>(Group.stranger("", wished));
        hello.put("port", 1);
        handshake().call(link, hello);
        return link;
    }

    /** Closes that with the meeting. */
    void opened(AutoCloseable closeable) {
        open.add(closeable);
    }

    static InetSocketAddress addressOf(int rank, Message welcome) throws IOException {
        List<?> peers = (List<?>) Objects.requireNonNull(welcome.content().get("peers"));
        Map<?, ?> peer = (Map<?, ?>) peers.get(rank);
        int port = ((Long) Objects.requireNonNull(peer.get("port"))).intValue();
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    Socket connect(InetSocketAddress address) throws IOException {
        Socket socket = new Socket(address.getAddress(), address.getPort());
        open.add(socket);
        return socket;
    }

    List<Member> gather(Coordinator coordinator, int ranks) throws Exception {
        List<CompletableFuture<Member>> joining = new ArrayList<>();
        for (int i = 0; i < ranks; i++) {
            joining.add(join(coordinator, -1, secret));
        }
        await(coordinator, ranks);
        coordinator.welcome(JOB);
        return joining.stream().map(CompletableFuture::join).toList();
    }

    static void await(Coordinator coordinator, int joins) throws InterruptedException {
        for (int i = 0; i < joins; i++) {
            assertThat(next(coordinator)).isInstanceOf(Event.Joined.class);
        }
    }

    static float sumOfRanks(Member member, LinkKind kind) throws Exception {
        Mesh mesh = member.connect(new Ledger(member.ranks()), kind, reason -> {});
        try (Exchange exchange = new MeshExchange(mesh)) {
            float[] value = {member.rank()};
            exchange.sum(value, 0, 1);
            return value[0];
        }
    }

    static void expect(Coordinator coordinator, Event event) throws InterruptedException {
        assertThat(next(coordinator)).isEqualTo(event);
    }

    static Event next(Coordinator coordinator) throws InterruptedException {
        while (true) {
            Event event = coordinator.poll(Duration.ofMillis(100));
            if (event != null) {
                return event;
            }
        }
    }

    static void fails(CompletableFuture<?> future, Class<? extends Throwable> type, String message) {
        assertThatThrownBy(future::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .cause()
                .isInstanceOf(type)
                .hasMessage(message);
    }

    /** What a member does. */
    interface Part<T> {
        T of(Member member) throws Exception;
    }

    <T> List<T> all(List<Member> members, Part<T> part) {
        List<CompletableFuture<T>> running =
                members.stream().map(member -> call(() -> part.of(member))).toList();
        return running.stream().map(CompletableFuture::join).toList();
    }

    <T> CompletableFuture<T> call(Callable<T> work) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return work.call();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                },
                threads);
    }
}
