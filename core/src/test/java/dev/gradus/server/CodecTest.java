package dev.gradus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.transport.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CodecTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 100).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void placesComeBackAsTheyWere(SplittableRandom random) throws IOException {
        int limit = 1 << random.nextInt(1, 31);
        int[] places = random.ints(random.nextInt(0, 300), 0, limit)
                .distinct()
                .sorted()
                .toArray();
        ByteBuffer bytes = Frame.buffer((int) Codec.bytes(places.length, 0, false));

        new PlaceCodec().put(bytes, places, 0, places.length);
        bytes.flip();
        int[] back = new int[places.length + 2];
        new PlaceCodec().take(bytes, back, 2, places.length, limit);

        assertThat(Arrays.copyOfRange(back, 2, back.length)).isEqualTo(places);
        assertThat(bytes.hasRemaining()).isFalse();
    }

    @Test
    void neighboursTakeAByteEachAndOneABlock() {
        int[] places = IntStream.range(0, 640).toArray();
        ByteBuffer bytes = Frame.buffer((int) Codec.bytes(places.length, 0, false));

        new PlaceCodec().put(bytes, places, 0, places.length);

        assertThat(bytes.position()).isEqualTo(650);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void nonsenseIsRefusedAndNeverReadsTooFar(SplittableRandom random) {
        byte[] nonsense = new byte[random.nextInt(0, 200)];
        random.nextBytes(nonsense);
        ByteBuffer bytes = Frame.buffer(nonsense.length).put(nonsense).flip();
        int count = random.nextInt(1, 100);
        int[] places = new int[count];
        try {
            new PlaceCodec().take(bytes, places, 0, count, 1000);
            assertThat(places).isSorted();
            assertThat(Arrays.stream(places).allMatch(place -> place >= 0 && place < 1000))
                    .isTrue();
        } catch (IOException e) {
            assertThat(e).hasMessageMatching("(places are cut off|row is outside the table): .*");
        }
    }

    @Test
    void aPlaceBeyondTheTableIsNamed() {
        ByteBuffer bytes = Frame.buffer(16);
        new PlaceCodec().put(bytes, new int[] {3, 10}, 0, 2);
        bytes.flip();

        assertThatThrownBy(() -> new PlaceCodec().take(bytes, new int[2], 0, 2, 10))
                .isInstanceOf(IOException.class)
                .hasMessage("row is outside the table: place=10, places=10");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void floatsOfSixteenBitsAreTheNearest(SplittableRandom random) throws IOException {
        float[] values = new float[50];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (random.nextDouble(-1, 1) * Math.pow(10, random.nextInt(-20, 20)));
        }
        ByteBuffer bytes = Frame.buffer(100);

        Codec.putFloats(bytes, values, 0, 50, true);
        bytes.flip();
        float[] back = new float[50];
        Codec.takeFloats(bytes, back, 0, 50, true);

        for (int i = 0; i < 50; i++) {
            assertThat(Math.abs(back[i] - values[i])).isLessThanOrEqualTo(Math.abs(values[i]) / 256);
        }
    }

    @Test
    void theFirstValueThatIsNoNumberIsFound() {
        assertThat(Codec.notFinite(new float[] {1, -2, 0, Float.MAX_VALUE}, 0, 4))
                .isEqualTo(-1);
        assertThat(Codec.notFinite(new float[] {1, Float.NaN, 0, Float.POSITIVE_INFINITY}, 0, 4))
                .isEqualTo(1);
        assertThat(Codec.notFinite(new float[] {1, Float.NaN, 0, Float.NEGATIVE_INFINITY}, 2, 4))
                .isEqualTo(3);
    }
}
