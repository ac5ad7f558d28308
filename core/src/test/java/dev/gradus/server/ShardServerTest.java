package dev.gradus.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.PlainWire;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A shard at the other end of sockets, and workers that die, lie or say things twice. */
@Timeout(60)
class ShardServerTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final TableSpec TABLE = new TableSpec("t", 50, 3, RowInit.zero(), ServerRule.add());

    private final List<String> failures = new ArrayList<>();
    private ServerSocketChannel door;
    private ShardServer server;

    @BeforeEach
    void start() throws Exception {
        door = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server = new ShardServer(new ShardServer.Seat(0, 1, 2, 1), TIMEOUT, failures::add);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        door.close();
        assertThat(failures).isEmpty();
    }

    private SocketChannel socket(int rank) throws Exception {
        SocketChannel near = SocketChannel.open(door.getLocalAddress());
        server.admit(rank, new PlainWire(door.accept()));
        return near;
    }

    private ServerLink link(int rank, SocketChannel socket) throws Exception {
        LinkBuilder builder = new LinkBuilder(new LinkBuilder.Worker(rank, 2, 1), TIMEOUT, TIMEOUT);
        builder.remote(7, new PlainWire(socket));
        return builder.build();
    }

    private static void inTheBackground(List<Thread> threads, Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
    }

    /** What a thread of a test does. */
    private interface Body {
        void run() throws Exception;
    }

    @ParameterizedTest
    @EnumSource(Consistency.class)
    void theOthersGoOnWhenAWorkerDies(Consistency consistency) throws Exception {
        Terms terms = new Terms(consistency, 1, false, false, 2, LinkSettings.USUAL);
        SocketChannel dying = socket(1);
        List<Thread> threads = new ArrayList<>();
        try (ServerLink other = link(1, dying);
                ServerLink link = link(0, socket(0))) {
            inTheBackground(threads, () -> {
                other.open(List.of(TABLE), terms);
                other.ask(0, 100).await();
                other.sum(new float[] {1});
                dying.close(); // its ticket is not pushed, and it takes part in no step
            });
            link.open(List.of(TABLE), terms);
            assertThat(link.sum(new float[] {1})).containsExactly(2);
            assertThat(link.live()).isEqualTo(2);

            float[] ones = new float[150];
            Arrays.fill(ones, 1);
            for (int step = 0; step < 10; step++) {
                long ticket = link.ask(0, 100).await();
                link.push(new PushBatch(step, 1, 1).ofTicket(0, ticket).addRange(0, 0, 50, ones, 0));
                link.drain();
            }
            assertThat(link.sum(new float[] {1})).containsExactly(1);

            assertThat(link.live()).isEqualTo(1);
            float[] values = new float[150];
            link.pullAll(0, 0, 50).await(values, 0);
            assertThat(values).containsOnly(10);
            ServerStatistics told = link.statistics().get(0);
            assertThat(told.lost()).isEqualTo(List.of(1L));
            assertThat(told.lostSteps()).isEqualTo(1);
            for (Thread thread : threads) {
                thread.join();
            }
            link.leave();
        }
        assertThat(server.awaitEnd(TIMEOUT)).as("all workers are gone").isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rowsAreWholeThoughTwoWorkersMoveThemAtOnce(boolean beside) throws Exception {
        List<Thread> threads = new ArrayList<>();
        try (ServerLink one = beside ? besideLink() : link(0, socket(0));
                ServerLink other = link(1, socket(1))) {
            inTheBackground(threads, () -> {
                moveAndLook(other);
                other.leave();
            });

            moveAndLook(one);

            float[] values = new float[150];
            one.pullAll(0, 0, 50).await(values, 0);
            assertThat(values).containsOnly(1000);
            one.leave();
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(server.awaitEnd(TIMEOUT)).as("all workers are gone").isTrue();
    }

    private ServerLink besideLink() {
        LinkBuilder builder = new LinkBuilder(new LinkBuilder.Worker(0, 2, 1), TIMEOUT, TIMEOUT);
        builder.local(server);
        return builder.build();
    }

    /** Adds one to every number 500 times, looks at them in between, and waits for the other worker. */
    private static void moveAndLook(ServerLink link) throws Exception {
        link.open(List.of(TABLE), Terms.async());
        float[] ones = new float[150];
        Arrays.fill(ones, 1);
        int[] rows = IntStream.range(0, 50).toArray();
        float[] values = new float[150];
        float before = 0;
        for (int step = 0; step < 500; step++) {
            ServerLink.Pull pull = step % 2 == 0 ? link.pullAll(0, 0, 50) : link.pull(0, rows, 50);
            link.push(new PushBatch(step, 1, 1).addRange(0, 0, 50, ones, 0));
            pull.await(values, 0);
            assertThat(values).containsOnly(values[0]);
            assertThat(values[0]).as("own pushes come before").isGreaterThanOrEqualTo(Math.max(step, before));
            before = values[0];
        }
        link.drain();
        link.sum(new float[0]);
    }

    @Test
    void aWorkerBesideServesItself() throws Exception {
        server.lost(1);
        try (ServerLink link = besideLink()) {
            link.open(List.of(TABLE), Terms.async());

            ServerLink.Ticket ticket = link.ask(0, 10);

            assertThat(ticket.ready()).as("answered before the call returned").isTrue();
            link.leave();
        }
        assertThat(server.awaitEnd(TIMEOUT)).as("all workers are gone").isTrue();
    }

    @Test
    void aPushLeavesThoughItsWorkerCallsNoMore() throws Exception {
        List<Thread> threads = new ArrayList<>();
        try (ServerLink silent = link(1, socket(1));
                ServerLink link = link(0, socket(0))) {
            inTheBackground(threads, () -> {
                silent.open(List.of(TABLE), Terms.async());
                silent.push(new PushBatch(0, 1, 1).addRange(0, 0, 1, new float[] {1, 2, 3}, 0));
            });
            link.open(List.of(TABLE), Terms.async());

            float[] values = new float[3];
            while (values[0] == 0) { // the time-out of the class ends it
                link.pullAll(0, 0, 1).await(values, 0);
            }

            assertThat(values).containsExactly(1, 2, 3);
        }
    }

    @Test
    void aWorkerThatWasGivenUpIsTurnedOut() throws Exception {
        List<Thread> threads = new ArrayList<>();
        try (ServerLink given = link(1, socket(1));
                ServerLink link = link(0, socket(0))) {
            inTheBackground(threads, () -> given.open(List.of(TABLE), Terms.async()));
            link.open(List.of(TABLE), Terms.async());

            server.lost(1);

            assertThat(link.sum(new float[] {3})).containsExactly(3);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThatThrownBy(() -> given.sum(new float[] {1}))
                    .isInstanceOf(ExchangeException.class)
                    .hasMessageStartingWith("shard 0 is lost: ");
        }
    }

    @Test
    void aWorkerThatNeverCameCanBeGivenUp() throws Exception {
        try (ServerLink link = link(0, socket(0))) {
            server.lost(1);
            link.open(List.of(TABLE), Terms.async());

            assertThat(link.sum(new float[] {3})).containsExactly(3);
        }
    }

    @Test
    void workersLearnAtOnceThatAShardIsGone() throws Exception {
        try (ServerLink link = link(0, socket(0))) {
            server.lost(1);
            link.open(List.of(TABLE), Terms.async());

            server.close();

            assertThatThrownBy(() -> link.sum(new float[] {3}))
                    .isInstanceOf(ExchangeException.class)
                    .hasMessageStartingWith("shard 0 is lost: ")
                    .matches(thrown -> ((ExchangeException) thrown).peer() == 7);
        }
    }

    @Test
    void aWorkerThatSendsNonsenseIsTurnedOutAndNobodyElse() throws Exception {
        try (SocketChannel liar = socket(1);
                ServerLink link = link(0, socket(0))) {
            liar.write(ByteBuffer.wrap("GET / HTTP/1.1\\r\\nand more than a head\\r\\n\\r\\n".getBytes(US_ASCII)));

            link.open(List.of(TABLE), Terms.async());

            assertThat(link.statistics().get(0).lost()).isEqualTo(List.of(1L));
        }
    }

    @Test
    void tablesThatNoHeapHoldsAreRefusedToAllWorkersAndTheShardGoesOn() throws Exception {
        TableSpec endless = new TableSpec("endless", Integer.MAX_VALUE, 256, RowInit.zero(), ServerRule.add());
        List<Thread> threads = new ArrayList<>();
        try (ServerLink other = link(1, socket(1));
                ServerLink link = link(0, socket(0))) {
            inTheBackground(threads, () -> {
                assertThatThrownBy(() -> other.open(List.of(endless), Terms.async()))
                        .hasMessageContaining("table is too long for this shard");
                other.open(List.of(TABLE), Terms.async());
            });

            assertThatThrownBy(() -> link.open(List.of(endless), Terms.async()))
                    .isInstanceOf(RefusedPushException.class)
                    .hasMessageContaining("table is too long for this shard")
                    .hasMessageContaining("add shards, or memory");

            link.open(List.of(TABLE), Terms.async());
            threads.get(0).join();
            assertThat(link.live()).isEqualTo(2);
        }
    }

    @Test
    void tablesThatEachFitAndTogetherDoNotAreRefused() throws Exception {
        long heap = Runtime.getRuntime().maxMemory();
        int rows = (int) Math.min(Integer.MAX_VALUE, heap / Integer.BYTES / 16); // a page each: a sixteenth of the heap
        List<TableSpec> many = IntStream.range(0, 40)
                .mapToObj(i -> new TableSpec("t" + i, rows, 256, RowInit.zero(), ServerRule.add()))
                .toList();
        server.lost(1);
        try (ServerLink link = link(0, socket(0))) {

            assertThatThrownBy(() -> link.open(many, Terms.async()))
                    .isInstanceOf(RefusedPushException.class)
                    .hasMessageContaining("table is too long for this shard");

            link.open(List.of(TABLE), Terms.async());
        }
    }
}
