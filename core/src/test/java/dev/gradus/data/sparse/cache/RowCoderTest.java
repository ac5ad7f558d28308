package dev.gradus.data.sparse.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.sparse.SparseBlock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RowCoderTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 40).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyRowsAreReadBackAsTheyWere(SplittableRandom random) {
        List<RowCase> rows = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            rows.add(RowCase.random(random, Integer.MAX_VALUE, 1 + random.nextInt(70)));
        }
        RowEncoder encoder = encode(rows);

        SparseBlock block = new SparseBlock();
        int end = new RowDecoder().read(bytes(encoder), 0, rows.size(), block);

        assertThat(end).isEqualTo(encoder.end());
        assertThat(RowCase.of(block)).isEqualTo(rows);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void skippingEndsWhereReadingEnds(SplittableRandom random) {
        List<RowCase> rows = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            rows.add(RowCase.random(random, 1 << random.nextInt(31), 40));
        }
        byte[] bytes = bytes(encode(rows));
        RowDecoder decoder = new RowDecoder();

        for (int skipped = 0; skipped <= rows.size(); skipped++) {
            SparseBlock block = new SparseBlock();
            int at = decoder.skip(bytes, 0, skipped);
            decoder.read(bytes, at, rows.size() - skipped, block);
            assertThat(RowCase.of(block)).isEqualTo(rows.subList(skipped, rows.size()));
        }
    }

    @Test
    void everyNumberOfEntriesAndEveryLengthOfAFeatureIsReadBack() {
        int[] ends = {0, 1, 0xFF, 0x100, 0xFFFF, 0x10000, 0xFFFFFF, 0x1000000, Integer.MAX_VALUE};
        List<RowCase> rows = new ArrayList<>();
        for (int count = 0; count < 20; count++) {
            for (int first = 0; first < ends.length; first++) {
                int shift = first;
                List<Integer> features = IntStream.range(0, count)
                        .mapToObj(i -> ends[(i + shift) % ends.length])
                        .toList();
                rows.add(new RowCase(
                        1, 1, features, features.stream().map(f -> 1f).toList()));
            }
        }
        SparseBlock block = new SparseBlock();
        new RowDecoder().read(bytes(encode(rows)), 0, rows.size(), block);

        assertThat(RowCase.of(block)).isEqualTo(rows);
    }

    @Test
    void aLongRowIsReadBack() {
        SplittableRandom random = new SplittableRandom(3);
        List<Integer> features =
                random.ints(300_000, 0, Integer.MAX_VALUE).boxed().toList();
        List<Float> values =
                features.stream().map(f -> f % 3 == 0 ? 1f : f * 0.5f).toList();
        List<RowCase> rows = List.of(new RowCase(0, 2.5f, features, values));
        SparseBlock block = new SparseBlock();

        new RowDecoder().read(bytes(encode(rows)), 0, 1, block);

        assertThat(RowCase.of(block)).isEqualTo(rows);
    }

    @Test
    void aRowLikeThoseOfCriteoTakesLessThan180Bytes() {
        SplittableRandom random = new SplittableRandom(1);
        SparseBlock block = new SparseBlock();
        RowEncoder encoder = new RowEncoder();
        for (int row = 0; row < 1000; row++) {
            int[] features = random.ints(39)
                    .map(i -> (int) Math.pow(33_762_578, random.nextDouble()))
                    .sorted()
                    .toArray();
            float[] values = new float[39];
            for (int i = 0; i < 39; i++) {
                values[i] = i % 3 == 0 ? (float) random.nextDouble() : 1;
            }
            encoder.add(features, values, 0, 39, 1, 1);
        }
        new RowDecoder().read(bytes(encoder), 0, 1000, block);

        assertThat(encoder.end() / 1000).isBetween(100, 180);
        assertThat(block.entries()).isEqualTo(39_000);
    }

    @Test
    void labelsOfOtherClassesAreRefused() {
        assertThatThrownBy(() -> new RowEncoder().add(new int[1], new float[1], 0, 1, -1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no such row: entries=1, label=-1.0");
    }

    private static RowEncoder encode(List<RowCase> rows) {
        SparseBlock block = new SparseBlock();
        rows.forEach(row -> row.addTo(block));
        RowEncoder encoder = new RowEncoder();
        for (int row = 0; row < rows.size(); row++) {
            encoder.add(
                    block.features(),
                    block.values(),
                    block.starts()[row],
                    block.starts()[row + 1],
                    block.labels()[row],
                    block.weights()[row]);
        }
        return encoder;
    }

    private static byte[] bytes(RowEncoder encoder) {
        return Arrays.copyOf(encoder.bytes(), encoder.end() + RowEncoder.SLACK);
    }
}
