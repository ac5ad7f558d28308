package dev.gradus.exchange.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.RankGroup;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class StreamLinkTest implements LinkContract {

    private static final int EPOCH = 3;
    private static final int BYTES_OF_THREE_FLOATS = Frame.HEAD + 3 * Float.BYTES + Frame.TAIL;

    @Override
    public Link[] pair() throws Exception {
        return RankGroup.tcpPair(0, 1);
    }

    @Override
    public long bytes(int floats) {
        return framed(floats);
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
                StreamLink link = link(0, ends[1])) {
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
                StreamLink link = link(0, ends[1])) {
            wire.write(ByteBuffer.wrap(message));
            wire.write(ByteBuffer.wrap(message));
            link.expect(9, new float[3], 0, 3);
            poll(link);

            link.expect(9, new float[3], 0, 3);

            assertThatThrownBy(() -> poll(link))
                    .hasMessageStartingWith(
                            "rank 0 is out of step: expected Frame[type=64, last=true, epoch=3, sequence=1, tag=9, offset=0, length=12],"
                                    + " received Frame[type=64, last=true, epoch=3, sequence=0, ");
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

    /** Head and tail for every million bytes that have begun, and for an empty message too. */
    static long framed(int floats) {
        int frames = Math.max(1, (int) ((4L * floats + (1 << 20) - 1) >> 20));
        return (long) frames * (Frame.HEAD + Frame.TAIL) + 4L * floats;
    }

    @Test
    void damageIsFoundBeforeMoreThanAFrameHasBeenTaken() throws Exception {
        int floats = 3 << 18;
        byte[] message = message(new float[floats], framed(floats));
        message[Frame.HEAD + 1000] ^= 4;
        float[] into = new float[floats];
        Arrays.fill(into, 7);

        assertThatThrownBy(() -> receive(message, into)).hasMessage("message of rank 0 is damaged: tag=9, offset=0");

        assertThat(into[1 << 18]).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void aLongMessageThatIsDamagedIsRefusedWhereverItGoes(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        int floats = random.nextInt(4 << 10, 3 << 18);
        Floats data = Floats.allocate(floats);
        byte[] message = message(data, framed(floats));
        message[random.nextInt(message.length)] ^= (byte) (1 << random.nextInt(8));
        Floats into = random.nextBoolean() ? Floats.allocate(floats) : Floats.of(new float[floats]);

        assertThatExceptionOfType(ExchangeException.class)
                .isThrownBy(() -> receive(message, into))
                .withMessageMatching("(rank 0 sent nonsense|message of rank 0 is damaged): .*");
    }

    @Test
    void nothingOfAMessageIsPutInPlaceBeforeItsHeadIsRight() throws Exception {
        int floats = 100_000;
        float[] ones = new float[floats];
        Arrays.fill(ones, 1);
        byte[] message = message(ones, framed(floats));
        Floats into = Floats.allocate(floats + 1);

        assertThatThrownBy(() -> receive(message, into)).hasMessageStartingWith("rank 0 is out of step: expected ");

        assertThat(into.view().mismatch(FloatBuffer.allocate(floats + 1))).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4})
    void floatsReachMemoryOutsideTheHeapHoweverTheyAreCut(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        int floats = 10_000 + random.nextInt(400_000);
        Floats data = Floats.allocate(floats);
        for (int i = 0; i < floats; i++) {
            data.view().put(i, i);
        }
        ByteBuffer rest = ByteBuffer.wrap(message(data, framed(floats)));
        Floats into = Floats.allocate(floats);
        SocketChannel[] ends = RankGroup.connection();
        try (SocketChannel wire = ends[0];
                StreamLink link = link(0, ends[1])) {
            link.expect(9, into, 0, floats);
            while (rest.hasRemaining()) {
                assertThat(link.poll()).isFalse();
                int cut = Math.min(rest.remaining(), 1 + random.nextInt(1 << random.nextInt(16)));
                wire.write(rest.slice(rest.position(), cut));
                rest.position(rest.position() + cut);
            }
            poll(link);
        }

        assertThat(into.view().mismatch(data.view())).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(ints = {(2 << 18) - 1, (3 << 18) - 1, (3 << 18) + 1, 4 << 18})
    void aLongMessageOfAnotherLengthIsOutOfStepInItsLastFrameAtTheLatest(int sent) throws Exception {
        byte[] message = message(new float[sent], framed(sent));

        assertThatThrownBy(() -> receive(message, new float[3 << 18]))
                .hasMessageStartingWith("rank 0 is out of step: expected ");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void aMessageOfAnotherGroupIsRefused(int epoch) throws Exception {
        SocketChannel[] ends = RankGroup.connection();
        try (Link other = new StreamLink(1, epoch, new PlainWire(ends[0]));
                Link ours = link(0, ends[1])) {
            other.send(9, new float[3], 0, 3);
            ours.expect(9, new float[3], 0, 3);

            assertThatThrownBy(() -> poll(ours))
                    .hasMessage("rank 0 sent nonsense: frame of " + (epoch < EPOCH ? "an older" : "a newer")
                            + " group: epoch=" + epoch + ", ours=3");
        }
    }

    private static StreamLink link(int peer, SocketChannel end) throws Exception {
        return new StreamLink(peer, EPOCH, new PlainWire(end));
    }

    /** The bytes of message 0 with tag 9 and the floats 1, 2, 3. */
    private static byte[] message() throws Exception {
        return message(new float[] {1, 2, 3}, BYTES_OF_THREE_FLOATS);
    }

    private static byte[] message(float[] floats, long length) throws Exception {
        return message(Floats.of(floats), length);
    }

    private static byte[] message(Floats floats, long length) throws Exception {
        SocketChannel[] ends = RankGroup.connection();
        try (StreamLink link = link(1, ends[0]);
                SocketChannel wire = ends[1]) {
            wire.configureBlocking(false);
            link.send(9, floats, 0, floats.length());
            ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(length));
            while (bytes.hasRemaining()) {
                link.flush();
                assertThat(wire.read(bytes)).isNotNegative();
            }
            return bytes.array();
        }
    }

    private static void receive(byte[] bytes) throws Exception {
        receive(bytes, new float[3]);
    }

    private static void receive(byte[] bytes, float[] into) throws Exception {
        receive(bytes, Floats.of(into));
    }

    private static void receive(byte[] bytes, Floats into) throws Exception {
        SocketChannel[] ends = RankGroup.connection();
        try (SocketChannel wire = ends[0];
                StreamLink link = link(0, ends[1])) {
            wire.configureBlocking(false);
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            link.expect(9, into, 0, into.length());
            while (!link.poll()) {
                wire.write(rest);
            }
        }
    }

    private static void poll(Link link) throws ExchangeException {
        while (!link.poll()) {
            Thread.onSpinWait();
        }
    }
}
