package dev.gradus.server;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes are refused as places, or are places that ascend within the table and that come back as they were. */
class PlacesFuzz {

    private static final int LIMIT = 1 << 20;
    private static final int MOST = 300;

    static Stream<byte[]> seeds() {
        int[] places = new int[100];
        Arrays.setAll(places, i -> i * i * 100);
        byte[] wide = new byte[600];
        ByteBuffer out = buffer(wide).put((byte) 100);
        Codec.putPlaces(out, places, 0, 100);
        return Stream.of(Arrays.copyOf(wide, out.position()), new byte[] {3, 1, 0, 0, 0}, new byte[] {
            2, 4, -1, -1, -1, -1, -1, -1, -1, -1
        });
    }

    @MethodSource("seeds")
    @FuzzTest
    void placesAreRefusedOrAscendWithinTheTable(byte[] input) {
        if (input.length == 0) {
            return;
        }
        int count = Math.min(MOST, input[0] & 0xFF);
        int[] places = new int[count + 2];
        Arrays.fill(places, -7);
        ByteBuffer in = buffer(input).position(1);
        try {
            Codec.takePlaces(in, places, 1, count, LIMIT);
        } catch (IOException e) {
            return;
        }
        if (places[0] != -7 || places[count + 1] != -7) {
            throw new AssertionError("wrote outside its range");
        }
        for (int i = 1; i <= count; i++) {
            if (places[i] >= LIMIT || places[i] < 0 || (i > 1 && places[i] <= places[i - 1])) {
                throw new AssertionError("not a place: " + Arrays.toString(places));
            }
        }
        comeBack(places, count);
    }

    private static void comeBack(int[] places, int count) {
        ByteBuffer out = buffer(new byte[(int) Codec.bytes(count, 0, false)]);
        Codec.putPlaces(out, places, 1, count + 1);
        int[] again = new int[count];
        try {
            Codec.takePlaces(out.flip(), again, 0, count, LIMIT);
        } catch (IOException e) {
            throw new AssertionError("refused what was read before", e);
        }
        if (!Arrays.equals(places, 1, count + 1, again, 0, count)) {
            throw new AssertionError("not what was written");
        }
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
