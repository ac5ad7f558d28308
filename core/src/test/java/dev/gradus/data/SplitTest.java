package dev.gradus.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SplitTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 60).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyRowIsInOnePartByTheRule(SplittableRandom random) throws DataException {
        long rows = 1L + random.nextInt(2000);
        double p = random.nextInt(3) == 0 ? random.nextInt(10) / 10.0 : random.nextDouble(0.9);
        List<Long> train = new ArrayList<>();
        List<Long> test = new ArrayList<>();
        for (long r = 0; r < rows; r++) {
            (Math.floor((r + 1) * p) > Math.floor(r * p) ? test : train).add(r);
        }

        RowSource source = new NumberedRows(rows);

        assertThat(all(Split.train(source, p))).isEqualTo(train);
        assertThat(all(Split.test(source, p))).isEqualTo(test);
        assertThat(Split.train(source, p).rows()).isEqualTo(train.size());
        assertThat(Split.test(source, p).rows()).isEqualTo(test.size());
        assertThat(train).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyRangeIsReadAsPartOfTheWhole(SplittableRandom random) throws DataException {
        RowSource source = new NumberedRows(1 + random.nextInt(500));
        double p = random.nextDouble(0.9);
        RowSource part = random.nextBoolean() ? Split.test(source, p) : Split.train(source, p);
        int to = random.nextInt((int) part.rows() + 1);
        int from = random.nextInt(to + 1);

        assertThat(rows(part, from, to)).isEqualTo(all(part).subList(from, to));
    }

    @Test
    void placesAreFoundInSourcesOfAnyLength() throws DataException {
        RowSource huge = new RowSource() {
            @Override
            public Shape shape() {
                return new Shape(1, 2);
            }

            @Override
            public long rows() {
                return 1L << 45;
            }

            @Override
            public void read(long from, long to, RowSink sink) throws DataException {
                assertThat(to - from).isEqualTo(1);
                sink.row(new float[] {1}, 0);
            }
        };

        for (double p : new double[] {0.1, 0.3, 0.7, 1e-6, 0.9}) {
            RowSource test = Split.test(huge, p);
            assertThat(rows(test, test.rows() - 1, test.rows())).hasSize(1);
            RowSource train = Split.train(huge, p);
            assertThat(rows(train, train.rows() - 1, train.rows())).hasSize(1);
        }
    }

    @Test
    void nothingIsHeldOutOfASplitOfZero() throws DataException {
        RowSource source = new NumberedRows(5);

        assertThat(Split.train(source, 0)).isSameAs(source);
        assertThat(all(Split.test(source, 0))).isEmpty();
    }

    @Test
    void badFractionsAndRangesAreRefused() {
        RowSource source = new NumberedRows(100);

        assertThatThrownBy(() -> Split.test(source, 0.95))
                .hasMessage("bad fraction of test rows: p=0.95, expected 0 to 0.9");
        assertThatThrownBy(() -> Split.train(source, Double.NaN)).hasMessageContaining("p=NaN");
        assertThatThrownBy(() -> Split.test(source, 0.1).read(0, 11, (features, label) -> {}))
                .hasMessage("no such rows: from=0, to=11, rows=10");
    }

    private static List<Long> all(RowSource source) throws DataException {
        return rows(source, 0, source.rows());
    }

    private static List<Long> rows(RowSource source, long from, long to) throws DataException {
        List<Long> rows = new ArrayList<>();
        source.read(from, to, (features, label) -> rows.add((long) features[0]));
        return rows;
    }
}
