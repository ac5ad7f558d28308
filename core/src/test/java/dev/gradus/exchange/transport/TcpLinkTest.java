package dev.gradus.exchange.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.RankGroup;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class TcpLinkTest implements LinkContract {

    private static final int BYTES_OF_THREE_FLOATS = Frame.HEAD + 3 * Float.BYTES + Frame.TAIL;

    @Override
    public Link[] pair() throws Exception {
        return RankGroup.tcpPair(0, 1);
    }

    @Override
    public long bytes(int floats) {
        return Frame.HEAD + 4L * floats + Frame.TAIL;
    }

    @Test
    void aMessageWithOneBitFlippedOnItsWayIsRefusedWhereverThatIs() throws Exception {
        SplittableRandom random = new SplittableRandom(0);
        for (int at = 0; at < BYTES_OF_THREE_FLOATS; at++) {
            byte[] message = message();
            message[at] ^= (byte) (1 << random.nextInt(8));

            assertThatExceptionOfType(ExchangeException.class)
                    .as("byte %d", at)
                    .isThrownBy(() -> receive(message))
                    .withMessageMatching("(rank 0 sent nonsense|message of rank 0 is damaged): .*")
                    .returns(0, ExchangeException::peer);
        }
    }

    @Test
    void aMessageIsReceivedHoweverItIsCut() throws Exception {
        byte[] message = message();
        SocketChannel[] ends = RankGroup.connection();
        try (SocketChannel wire = ends[0];
                TcpLink link = new TcpLink(0, ends[1])) {
            float[] into = new float[3];
            link.expect(9, into, 0, 3);

            for (byte part : message) {
                assertThat(link.poll()).isFalse();
                wire.write(ByteBuffer.wrap(new byte[] {part}));
            }
            poll(link);

            assertThat(into).containsExactly(1, 2, 3);
        }
    }

    @Test
    void aMessageThatWasRecordedAndSentAgainIsOutOfStep() throws Exception {
        byte[] message = message();
        SocketChannel[] ends = RankGroup.connection();
        try (SocketChannel wire = ends[0];
                TcpLink link = new TcpLink(0, ends[1])) {
            wire.write(ByteBuffer.wrap(message));
            wire.write(ByteBuffer.wrap(message));
            link.expect(9, new float[3], 0, 3);
            poll(link);

            link.expect(9, new float[3], 0, 3);

            assertThatThrownBy(() -> poll(link))
                    .hasMessageStartingWith("rank 0 is out of step: expected message=1 tag=9 bytes=12, received ");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4})
    void aStreamOfRandomBytesIsNonsense(long seed) {
        byte[] noise = new byte[1000];
        new SplittableRandom(seed).nextBytes(noise);

        assertThatThrownBy(() -> receive(noise))
                .hasMessageStartingWith("rank 0 sent nonsense: not a gradus peer: magic=");
    }

    @Test
    void aLinkThatWasClosedHereSaysSo() throws Exception {
        Link[] ends = pair();
        ends[0].expect(0, new float[1], 0, 1);
        ends[0].close();

        assertThatThrownBy(() -> ends[0].poll()).hasMessage("rank 1 is lost: connection was closed on this side");
        ends[1].close();
    }

    /** The bytes of message 0 with tag 9 and the floats 1, 2, 3. */
    private static byte[] message() throws Exception {
        SocketChannel[] ends = RankGroup.connection();
        try (TcpLink link = new TcpLink(1, ends[0]);
                SocketChannel wire = ends[1]) {
            link.send(9, new float[] {1, 2, 3}, 0, 3);
            ByteBuffer bytes = ByteBuffer.allocate(BYTES_OF_THREE_FLOATS);
            while (bytes.hasRemaining()) {
                assertThat(wire.read(bytes)).isPositive();
            }
            return bytes.array();
        }
    }

    private static void receive(byte[] bytes) throws Exception {
        SocketChannel[] ends = RankGroup.connection();
        try (SocketChannel wire = ends[0];
                TcpLink link = new TcpLink(0, ends[1])) {
            wire.write(ByteBuffer.wrap(bytes));
            link.expect(9, new float[3], 0, 3);
            poll(link);
        }
    }

    private static void poll(Link link) throws ExchangeException {
        while (!link.poll()) {
            Thread.onSpinWait();
        }
    }
}
