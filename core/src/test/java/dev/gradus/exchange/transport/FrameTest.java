package dev.gradus.exchange.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrameTest {

    private static final int MOST = 1 << 20;

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 50).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void whatIsWrittenIsRead(SplittableRandom random) throws Exception {
        Frame frame = new Frame(
                (byte) random.nextInt(),
                random.nextBoolean(),
                random.nextInt(),
                random.nextLong(),
                random.nextInt(),
                random.nextInt(),
                random.nextInt(MOST));

        assertThat(Frame.read(written(frame), MOST)).isEqualTo(frame);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void randomBytesAreRefusedAndNothingElseHappens(SplittableRandom random) {
        for (int i = 0; i < 100; i++) {
            byte[] bytes = new byte[Frame.HEAD];
            random.nextBytes(bytes);

            refuses(ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN), "");
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyFlippedBitIsFound(SplittableRandom random) {
        ByteBuffer buffer = written(frame(4));
        int bit = random.nextInt(8 * Frame.HEAD);
        buffer.put(bit / 8, (byte) (buffer.get(bit / 8) ^ 1 << bit % 8));

        refuses(buffer, "");
    }

    @Test
    void aPeerOfAnotherVersionIsNamedAsSuch() {
        ByteBuffer buffer = written(frame(4));
        buffer.put(4, (byte) 9);

        refuses(buffer, "peer speaks another protocol: version=9, ours=" + Frame.VERSION);
    }

    @Test
    void aLengthIsCheckedBeforeItIsBelieved() {
        refuses(written(frame(MOST + 1)), "message is too long: bytes=1048577, most=1048576");
        refuses(written(frame(-1)), "message is too long: bytes=-1, most=1048576");
    }

    @Test
    void framesOfOtherGroupsAreRefused() throws Exception {
        frame(0).checkEpoch(7);

        assertThatThrownBy(() -> frame(0).checkEpoch(8)).hasMessage("frame of an older group: epoch=7, ours=8");
        assertThatThrownBy(() -> frame(0).checkEpoch(6)).hasMessage("frame of a newer group: epoch=7, ours=6");
    }

    /** So that builds of any version can tell each other apart; docs/protocol.md promises these places. */
    @Test
    void magicVersionAndTypeStandWhereTheyAlwaysWill() {
        byte[] bytes = new byte[Frame.HEAD];
        written(frame(0)).get(bytes);

        assertThat(bytes).startsWith('G', 'R', 'D', 'S', Frame.VERSION, 1);
    }

    private static Frame frame(int length) {
        return new Frame((byte) 1, false, 7, 2, 3, 5, length);
    }

    private static ByteBuffer written(Frame frame) {
        ByteBuffer buffer = Frame.buffer(Frame.HEAD);
        frame.write(buffer);
        return buffer.flip();
    }

    private static void refuses(ByteBuffer buffer, String message) {
        assertThatThrownBy(() -> Frame.read(buffer, MOST))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }
}
