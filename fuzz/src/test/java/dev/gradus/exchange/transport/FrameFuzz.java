package dev.gradus.exchange.transport;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any 36 bytes are refused, or are a head whose fields can be believed. */
class FrameFuzz {

    private static final int MOST = 1 << 20;

    static Stream<byte[]> seeds() {
        return Stream.of(
                Arrays.copyOf(HostileBytes.frame(64, 0, 9, new byte[12]), Frame.HEAD),
                Arrays.copyOf(HostileBytes.frame(1, Long.MAX_VALUE, -1, new byte[0]), Frame.HEAD));
    }

    @MethodSource("seeds")
    @FuzzTest
    void aHeadIsRefusedOrIsWithinItsCap(byte[] input) {
        byte[] head = Arrays.copyOf(input, Frame.HEAD);
        read(head);
        read(HostileBytes.repaired(head));
    }

    private static void read(byte[] head) {
        Frame frame;
        try {
            frame = Frame.read(buffer(head), MOST);
        } catch (IOException e) {
            return;
        }
        if (frame.length() < 0 || frame.length() > MOST) {
            throw new AssertionError("length outside its cap: " + frame);
        }
        ByteBuffer again = buffer(new byte[Frame.HEAD]);
        frame.write(again);
        try {
            if (!Frame.read(again.flip(), MOST).equals(frame)) {
                throw new AssertionError("not what was written: " + frame);
            }
        } catch (IOException e) {
            throw new AssertionError("refused what was read before: " + frame, e);
        }
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
