package dev.gradus.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gradus.exchange.transport.Frame;
import dev.gradus.exchange.transport.HostileBytes;
import dev.gradus.json.Json;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A shard that is fed any bytes by a worker answers, refuses, or ends that connection; it goes on for others. What the
 * tables are is agreed by all workers, so it is no part of the bytes.
 */
class ShardFuzz {

    private static final TableSpec TABLE = new TableSpec(
            "t", 40, 3, new RowInit(1, 1, 2), new ServerRule("ftrl", ServerRule.Constants.USUAL, 0, 0, true));

    static Stream<byte[]> seeds() {
        return Stream.of(
                HostileBytes.scripted(FrameType.PULL, bytes(64, out -> {
                    out.putInt(2);
                    new PlaceCodec().put(out, new int[] {3, 39}, 0, 2);
                })),
                HostileBytes.scripted(
                        FrameType.PULL_RANGE,
                        bytes(16, out -> out.putInt(0).putInt(40).putLong(-1))),
                HostileBytes.scripted(
                        FrameType.PULL_STATE,
                        bytes(12, out -> out.putInt(1).putInt(0).putInt(40))),
                HostileBytes.scripted(FrameType.PUSH, bytes(120, out -> {
                    PushReader.putHead(out, new PushReader.Head(0, 0, -1, -1, 1, 0.1, -1, 0));
                    rows(out);
                })),
                HostileBytes.scripted(FrameType.SET, bytes(64, ShardFuzz::rows)),
                HostileBytes.scripted(FrameType.SET, new byte[] {1, 0}),
                HostileBytes.scripted(FrameType.SET_STATE, bytes(64, out -> rows(out.putInt(1)))),
                HostileBytes.scripted(
                        FrameType.TAKE, bytes(16, out -> out.putLong(0).putLong(9))),
                HostileBytes.scripted(
                        FrameType.SUM,
                        bytes(
                                24,
                                out -> out.putLong(0)
                                        .putInt(1)
                                        .putInt(1)
                                        .putInt(1)
                                        .putFloat(2))),
                HostileBytes.scripted(FrameType.MAPPED, new byte[] {1}),
                HostileBytes.scripted(FrameType.STATISTICS, new byte[0]),
                HostileBytes.scripted(FrameType.LEAVE, new byte[0]));
    }

    /** One row of the table. */
    private static void rows(ByteBuffer out) {
        out.putInt(1).putInt(0).putInt(0).putInt(3).putInt(1);
        new PlaceCodec().put(out, new int[] {7}, 0, 1);
        Codec.putFloats(out, new float[] {1, 2, 3}, 0, 3, false);
    }

    /** What writes the payload of a frame. */
    private interface Payload {
        void write(ByteBuffer out);
    }

    private static byte[] bytes(int most, Payload payload) {
        byte[] bytes = new byte[most];
        ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        payload.write(out);
        return Arrays.copyOf(bytes, out.position());
    }

    @MethodSource("seeds")
    @FuzzTest
    void aShardGoesOnWhateverAWorkerSends(byte[] input) throws IOException {
        Shard shard = new Shard(0, 1, 2);
        ShardConnection liar = new ShardConnection(0, new Script(HostileBytes.script(input)), HostileBytes.EPOCH);
        ShardConnection other = new ShardConnection(1, new Script(new byte[0]), HostileBytes.EPOCH);
        for (ShardConnection connection : List.of(liar, other)) {
            shard.admit(connection);
            handle(shard, connection, FrameType.OPEN, opening());
        }
        try {
            while (!liar.hasLeft()) {
                liar.serve(
                        (from, head, payload) -> {
                            if (head.type() != FrameType.OPEN) {
                                shard.handle(from, head, payload);
                            }
                        },
                        Duration.ofSeconds(1));
            }
        } catch (IOException e) {
            shard.gone(0, false);
        }
        byte[] all = bytes(16, out -> out.putInt(0).putInt(40).putLong(-1));
        handle(shard, other, FrameType.PULL_RANGE, all);
        if (!other.hasMore()) {
            throw new AssertionError("another worker is not answered");
        }
    }

    private static byte[] opening() {
        return Json.write(Map.of(
                        "tables", List.of(TABLE.words()), "terms", Terms.async().words()))
                .getBytes(UTF_8);
    }

    private static void handle(Shard shard, ShardConnection from, byte type, byte[] payload) throws IOException {
        Frame head = new Frame(type, true, HostileBytes.EPOCH, 0, 1, 0, payload.length);
        shard.handle(from, head, ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN));
    }

    /** A connection that brings these bytes and then ends, and swallows all that is written. */
    private static final class Script implements Conduit {

        private final ByteBuffer bytes;

        Script(byte[] bytes) {
            this.bytes = ByteBuffer.wrap(bytes);
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            if (!bytes.hasRemaining()) {
                throw new EOFException("script is over");
            }
            int count = Math.min(into.remaining(), bytes.remaining());
            into.put(bytes.slice().limit(count));
            bytes.position(bytes.position() + count);
            return count;
        }

        @Override
        public void write(ByteBuffer from) {
            from.position(from.limit());
        }

        @Override
        public boolean flush() {
            return true;
        }

        @Override
        public boolean readable() {
            return true;
        }

        @Override
        public boolean writable() {
            return true;
        }

        @Override
        public void waitWith(Waiting waiting, boolean reading, boolean writing) {}

        @Override
        public boolean leavesProcess() {
            return true;
        }

        @Override
        public void close() {}
    }
}
