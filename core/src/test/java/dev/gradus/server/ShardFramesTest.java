package dev.gradus.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Frames that no worker of ours would send, written by hand to a shard that has one worker. */
@Timeout(60)
class ShardFramesTest {

    private static final TableSpec TABLE = new TableSpec("t", 50, 3, RowInit.zero(), ServerRule.add());

    private final List<String> failures = new ArrayList<>();
    private ServerSocketChannel door;
    private ShardServer server;

    @BeforeEach
    void start() throws Exception {
        door = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server = new ShardServer(new ShardServer.Seat(0, 1, 1, 1), Duration.ofSeconds(20), failures::add);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        door.close();
        assertThat(failures).isEmpty();
    }

    private SocketChannel socket() throws Exception {
        SocketChannel near = SocketChannel.open(door.getLocalAddress());
        server.admit(0, new PlainWire(door.accept()));
        return near;
    }

    @Test
    void aPushThatIsSentAgainCountsOnce() throws Exception {
        try (SocketChannel socket = socket()) {
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
        try (SocketChannel socket = socket()) {
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
    void aPushOfARowOutsideTheTableIsRefusedAsAWholeWithItsSender() throws Exception {
        assertThat(refusalOf(new int[] {0, 50}, new float[] {1, 2, 3, 4, 5, 6}))
                .isEqualTo("push of rank 0 refused: row is outside the table: place=50, places=50, table=t");
    }

    @Test
    void aPushOfNoNumberIsRefusedAsAWholeWithItsSender() throws Exception {
        assertThat(refusalOf(new int[] {0, 7}, new float[] {1, 2, 3, 4, Float.NaN, 6}))
                .isEqualTo("push of rank 0 refused: value is not finite: table=t, row=7, value=NaN");
    }

    /** Why a push of rows was refused, of which the first alone could be applied; looks that it was not. */
    private String refusalOf(int[] rows, float[] values) throws Exception {
        try (SocketChannel socket = socket()) {
            FrameOutput out = new FrameOutput(1);
            open(out);
            push(out, 0, 3, rows, values);
            pullFirstRow(out);

            List<ByteBuffer> answers = answers(new WireConduit(new PlainWire(socket)), new FrameInput(1), out, 3);

            assertThat(answers.get(2).getLong()).as("version").isZero();
            assertThat(answers.get(2).getFloat()).as("the row before").isZero();
            answers.get(1).get();
            return UTF_8.decode(answers.get(1)).toString();
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
        push(out, number, width, new int[] {0}, row);
    }

    private static void push(FrameOutput out, long number, int width, int[] rows, float[] values) {
        ByteBuffer payload = out.begin(1000);
        PushReader.putHead(payload, new PushReader.Head(number, 0, -1, -1, 1, 1, -1, 0));
        payload.putInt(1).putInt(0).putInt(0).putInt(width).putInt(rows.length);
        new PlaceCodec().put(payload, rows, 0, rows.length);
        Codec.putFloats(payload, values, 0, values.length, false);
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
