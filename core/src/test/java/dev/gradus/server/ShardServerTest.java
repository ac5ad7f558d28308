package dev.gradus.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Frame;
import dev.gradus.exchange.transport.PlainWire;
import dev.gradus.json.Json;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
    void aPushThatIsSentAgainCountsOnce() throws Exception {
        server.lost(1);
        try (SocketChannel socket = socket(0)) {
            FrameOutput out = new FrameOutput(1);
            FrameInput in = new FrameInput(1);
            WireConduit conduit = new WireConduit(new PlainWire(socket));
            open(out);
            for (int again = 0; again < 3; again++) {
                push(out, 5, 3, new float[] {1, 2, 3});
            }
            pullFirstRow(out);

            List<ByteBuffer> answers = answers(conduit, in, out, 5);

            ByteBuffer values = answers.get(4);
            assertThat(values.getLong()).as("version").isEqualTo(1);
            assertThat(new float[] {values.getFloat(), values.getFloat(), values.getFloat()})
                    .containsExactly(1, 2, 3);
        }
    }

    @Test
    void aPushOfAnotherWidthIsRefusedWithItsSender() throws Exception {
        server.lost(1);
        try (SocketChannel socket = socket(0)) {
            FrameOutput out = new FrameOutput(1);
            FrameInput in = new FrameInput(1);
            WireConduit conduit = new WireConduit(new PlainWire(socket));
            open(out);
            push(out, 0, 2, new float[] {1, 2});
            pullFirstRow(out);

            List<ByteBuffer> answers = answers(conduit, in, out, 3);

            answers.get(1).get();
            assertThat(UTF_8.decode(answers.get(1)).toString())
                    .isEqualTo("push of rank 0 refused: rows are of another width: table=t, width=2, expected=3");
            assertThat(answers.get(2).getLong()).as("version").isZero();
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

    private static void open(FrameOutput out) {
        byte[] words = Json.write(Map.of(
                        "tables", List.of(TABLE.words()), "terms", Terms.async().words()))
                .getBytes(UTF_8);
        out.begin(words.length).put(words);
        out.end(FrameType.OPEN, 0, 0);
    }

    private static void push(FrameOutput out, long number, int width, float[] row) {
        ByteBuffer payload = out.begin(1000);
        PushReader.putHead(payload, new PushReader.Head(number, 0, -1, -1, 1, 1, -1, 0));
        payload.putInt(1).putInt(0).putInt(0).putInt(width).putInt(1);
        new PlaceCodec().put(payload, new int[] {0}, 0, 1);
        Codec.putFloats(payload, row, 0, width, false);
        out.end(FrameType.PUSH, 1, 0);
    }

    private static void pullFirstRow(FrameOutput out) {
        ByteBuffer payload = out.begin(100).putInt(1);
        new PlaceCodec().put(payload, new int[] {0}, 0, 1);
        out.end(FrameType.PULL, 2, 0);
    }

    private static List<ByteBuffer> answers(Conduit conduit, FrameInput in, FrameOutput out, int count)
            throws Exception {
        List<ByteBuffer> answers = new ArrayList<>();
        while (answers.size() < count) {
            out.flush(conduit);
            assertThat(in.fill(conduit)).isNotNegative();
            for (Frame head = in.next(); head != null; head = in.next()) {
                ByteBuffer payload = in.payload();
                answers.add(Frame.buffer(payload.remaining()).put(payload).flip());
            }
            Thread.onSpinWait();
        }
        return answers;
    }
}
