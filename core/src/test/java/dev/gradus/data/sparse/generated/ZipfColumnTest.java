package dev.gradus.data.sparse.generated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZipfColumnTest {

    private static final int DRAWN = 300_000;

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 30).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @CsvSource({
        "3, 1.8, 1",
        "4, 0.9, 2",
        "24, 2.5, 3",
        "127, 1.9, 4",
        "129, 0.97, 5",
        "1460, 2.006, 6",
        "12517, 0.97, 7",
        "93145, 1.108, 8",
        "286181, 1.19, 9",
        "286181, 1.19, 10",
        "2202608, 1.102, 11"
    })
    void ranksAreDrawnByTheLaw(int size, double exponent, long seed) {
        ZipfColumn column = new ZipfColumn(2, 13, size, exponent);
        SplittableRandom random = new SplittableRandom(seed);
        long[] counts = new long[size];

        for (int i = 0; i < DRAWN; i++) {
            counts[column.rank(random.nextLong())]++;
        }

        double e = 1 - exponent;
        double whole = Math.pow(size + 1.0, e) - 1;
        ChiSquare.check(counts, rank -> (Math.pow(rank + 1.0, e) - 1) / whole);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 64, 127, 128, 129, 1000, 65_536, 10_131_215, 1 << 30})
    void everyNumberStandsForARank(int size) {
        ZipfColumn column = new ZipfColumn(0, 13, size, 1.1);

        assertThat(LongStream.of(0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, 0x3FFF_FFFFL, ~0x3FFF_FFFFL)
                        .map(column::rank))
                .allSatisfy(rank -> assertThat(rank).isBetween(0L, size - 1L));
        assertThat(new SplittableRandom(size).longs(100_000).mapToInt(column::rank))
                .allMatch(rank -> rank >= 0 && rank < size);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyRankHasAnIdOfItsOwn(SplittableRandom random) {
        int size = random.nextInt(2, 20_000);
        int start = random.nextInt(1000);
        ZipfColumn column = new ZipfColumn(random.nextInt(26), start, size, 1.1);
        BitSet seen = new BitSet();

        for (int rank = 0; rank < size; rank++) {
            seen.set(column.id(rank));
        }

        assertThat(seen.cardinality()).isEqualTo(size);
        assertThat(seen.nextSetBit(0)).isEqualTo(start);
        assertThat(seen.length()).isEqualTo(start + size);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void idsAreThoseOfAPlainDivision(SplittableRandom random) {
        int size = random.nextInt(1 << 20, 1 << 30);
        int number = random.nextInt(26);
        ZipfColumn column = new ZipfColumn(number, 13, size, 1.1);

        for (int i = 0; i < 1000; i++) {
            int rank = i == 0 ? size - 1 : random.nextInt(size);
            long plain = 13 + (rank * 2_654_435_761L + number * 7919L) % size;
            assertThat(column.id(rank)).isEqualTo((int) plain);
        }
    }
}
