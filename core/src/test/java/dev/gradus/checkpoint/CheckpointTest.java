package dev.gradus.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.json.Json;
import dev.gradus.math.ParametersHash;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CheckpointTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 30).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyBitIsReadBack(SplittableRandom random) throws Exception {
        Checkpoint checkpoint = Checkpoints.random(random, 17);

        byte[] bytes = Checkpoints.bytes(checkpoint);
        Checkpoint again = Checkpoints.read(bytes);

        assertThat(bytes).hasSize((int) checkpoint.bytes());
        assertThat(again.place()).isEqualTo(checkpoint.place());
        assertThat(again.job()).isEqualTo(checkpoint.job());
        assertThat(again.layout()).isEqualTo(checkpoint.layout());
        assertThat(bits(again.parameters())).isEqualTo(bits(checkpoint.parameters()));
        assertThat(again.state()).hasSameSizeAs(checkpoint.state());
        for (int i = 0; i < again.state().size(); i++) {
            assertThat(bits(again.state().get(i)))
                    .isEqualTo(bits(checkpoint.state().get(i)));
        }
        assertThat(Checkpoints.bytes(again)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyChangedByteIsFound(SplittableRandom random) throws Exception {
        byte[] bytes = Checkpoints.bytes(Checkpoints.random(random, 17));

        for (int i = 0; i < 100; i++) {
            // Half of the cases in the first bytes, where lengths and names are.
            int at = random.nextInt(i % 2 == 0 ? bytes.length : Math.min(bytes.length, 1000));
            byte[] damaged = bytes.clone();
            damaged[at] ^= (byte) random.nextInt(1, 256);

            assertThatThrownBy(() -> Checkpoints.read(damaged))
                    .as("byte %d of %d", at, bytes.length)
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("file=a");
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyOtherLengthIsRefused(SplittableRandom random) throws Exception {
        byte[] bytes = Checkpoints.bytes(Checkpoints.random(random, 17));

        for (int i = 0; i < 100; i++) {
            int length = i < 20 ? i : random.nextInt(bytes.length + 100);
            if (length != bytes.length) {
                byte[] cut = Arrays.copyOf(bytes, length);

                assertThatThrownBy(() -> Checkpoints.read(cut))
                        .as("%d bytes of %d", length, bytes.length)
                        .isInstanceOf(CheckpointException.class)
                        .hasMessageContaining("file=a");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void randomBytesAreRefusedBeforeMemoryIsTakenForThem(SplittableRandom random) {
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);

        assertThatThrownBy(() -> Checkpoints.read(bytes)).isInstanceOf(CheckpointException.class);
    }

    @Test
    void aHeaderThatPromisesMoreThanThereIsIsRefused() throws Exception {
        byte[] bytes = Checkpoints.bytes(Checkpoints.random(new SplittableRandom(1), 17));
        String lie = new String(bytes, StandardCharsets.ISO_8859_1).replaceFirst("\"shape\":\\[\\d", "\"shape\":[9");

        assertThatThrownBy(() -> Checkpoints.read(lie.getBytes(StandardCharsets.ISO_8859_1)))
                .isInstanceOf(CheckpointException.class)
                .hasMessageStartingWith("checkpoint has a bad header: file=a");
    }

    @Test
    void aFileIsOneOfThePublicFormat() throws Exception {
        Checkpoint checkpoint = Checkpoints.random(new SplittableRandom(2), 17);
        byte[] bytes = Checkpoints.bytes(checkpoint);

        int length = (int) ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
        Map<String, Object> header = Json.parseObject(new String(bytes, 8, length, StandardCharsets.UTF_8));

        long expected = 0;
        for (Map.Entry<String, Object> entry : header.entrySet()) {
            if (!entry.getKey().equals("__metadata__")) {
                Object value = ((Map<?, ?>) entry.getValue()).get("data_offsets");
                List<?> offsets = value instanceof List<?> list ? list : List.of();
                assertThat(offsets).as(entry.getKey()).element(0).isEqualTo(expected);
                expected = (Long) offsets.get(1);
            }
        }
        assertThat(8 + length + expected).isEqualTo(bytes.length);
        assertThat((8 + length) % 8).isZero();
        assertThat(header).containsKeys("parameters/weights", "sha256");
        assertThat((Map<?, ?>) header.get("__metadata__"))
                .extracting("parametersHash")
                .isEqualTo(ParametersHash.of(checkpoint.parameters()));
    }

    private static int[] bits(float[] values) {
        int[] bits = new int[values.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = Float.floatToRawIntBits(values[i]);
        }
        return bits;
    }
}
