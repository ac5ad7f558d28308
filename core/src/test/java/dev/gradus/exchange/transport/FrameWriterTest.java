package dev.gradus.exchange.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameWriterTest {

    /** What a packet of a loopback carries: 65,536 bytes less the heads of IP and TCP. */
    private static final long PACKET = 65_483;

    @ParameterizedTest
    @ValueSource(ints = {4 << 10, 30_000, 30_720, 30_721, 128 << 10, 256 << 10, 600_001})
    void noCallHasMoreThanTwoPackets(int floats) throws Exception {
        FrameWriter writer = new FrameWriter(1);
        Calls calls = new Calls();

        writer.begin(7, Floats.allocate(floats), 0, floats);
        writer.write(calls);
        while (!writer.done()) {
            writer.prepare();
            writer.write(calls);
        }

        assertThat(calls.bytes)
                .allSatisfy(bytes -> assertThat(bytes).isPositive().isLessThanOrEqualTo(2 * PACKET));
        assertThat(calls.bytes.stream().mapToLong(Long::longValue).sum()).isEqualTo(StreamLinkTest.framed(floats));
    }

    /** Takes all that is written and notes how many bytes each call had. */
    private static final class Calls implements Wire {

        private final List<Long> bytes = new ArrayList<>();

        @Override
        public int read(ByteBuffer into) {
            return 0;
        }

        @Override
        public int write(ByteBuffer from) {
            int count = from.remaining();
            from.position(from.limit());
            bytes.add((long) count);
            return count;
        }

        @Override
        public long write(ByteBuffer[] from) throws IOException {
            long count = 0;
            for (ByteBuffer buffer : from) {
                count += buffer.remaining();
                buffer.position(buffer.limit());
            }
            bytes.add(count);
            return count;
        }

        @Override
        public boolean flush() {
            return true;
        }

        @Override
        public SocketChannel channel() {
            throw new UnsupportedOperationException("there is no connection below");
        }

        @Override
        public void close() {}
    }
}
