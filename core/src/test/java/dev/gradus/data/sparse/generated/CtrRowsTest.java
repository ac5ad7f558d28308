package dev.gradus.data.sparse.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.data.DataException;
import dev.gradus.data.sparse.SparseBlock;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CtrRowsTest {

    private static final CtrRecipe KAGGLE = new CtrRecipe(1, CtrColumns.KAGGLE_SPACE);

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 30).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyRangeIsReadAsPartOfTheWhole(SplittableRandom random) throws DataException {
        long first = random.nextLong(1_000_000_000_000L);
        CtrRows rows = new CtrRows(KAGGLE, first, 500);
        List<String> all = texts(read(rows, 0, 500));
        int from = random.nextInt(501);
        int to = random.nextInt(from, 501);

        SparseBlock pieces = read(rows, 0, from);
        rows.reader().read(from, to, pieces);
        rows.reader().read(to, 500, pieces);

        assertThat(texts(pieces)).isEqualTo(all);
        assertThat(texts(read(rows, from, to))).isEqualTo(all.subList(from, to));
        assertThat(texts(read(new CtrRows(KAGGLE, first + from, to - from), 0, to - from)))
                .isEqualTo(all.subList(from, to));
    }

    @Test
    void rowsAreTheSameOnEveryMachine() throws DataException {
        SparseBlock block = read(new CtrRows(KAGGLE, 0, 2000), 0, 2000);

        assertThat(checksum(block)).isEqualTo(185_937_717L);
        assertThat(checksum(read(new CtrRows(new CtrRecipe(2, CtrColumns.KAGGLE_SPACE), 0, 2000), 0, 2000)))
                .isNotEqualTo(checksum(block));
    }

    @Test
    void rowsHave39RisingFeaturesOfTheirColumns() throws DataException {
        SparseBlock block = read(new CtrRows(KAGGLE, 0, 1000), 0, 1000);

        assertThat(block.rows()).isEqualTo(1000);
        for (int row = 0; row < 1000; row++) {
            int start = block.starts()[row];
            assertThat(start).isEqualTo(39 * row);
            assertThat(block.weights()[row]).isEqualTo(1);
            for (int i = 0; i < 13; i++) {
                assertThat(block.features()[start + i]).isEqualTo(1 + i);
                double exact = Math.log(KAGGLE.number(row, i) + 2.0);
                assertThat(block.values()[start + i]).isEqualTo((float) (Math.round(exact * 1000) / 1000.0));
            }
            for (int i = 13; i < 39; i++) {
                assertThat(block.values()[start + i]).isEqualTo(1);
                assertThat(block.features()[start + i]).isGreaterThan(block.features()[start + i - 1]);
                assertThat(KAGGLE.category(block.features()[start + i], i)).isBetween(0, KAGGLE.categories(i) - 1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 33762578", "2, 33762578", "3, 33762578", "4, 65536", "5, 4096", "-6, 268435456"})
    void aboutAQuarterOfTheRowsAreClicks(long seed, int space) throws DataException {
        SparseBlock block = read(new CtrRows(new CtrRecipe(seed, space), 0, 20_000), 0, 20_000);

        double clicks = 0;
        for (int row = 0; row < block.rows(); row++) {
            clicks += block.labels()[row];
        }

        // Five deviations of the share, and as much for the trial rows that the bias comes from.
        assertThat(clicks / block.rows()).isCloseTo(0.256, within(0.03));
    }

    @Test
    void clicksAreAsFrequentAsTheHiddenModelSays() throws DataException {
        SparseBlock block = read(new CtrRows(KAGGLE, 0, 100_000), 0, 100_000);
        double[] expected = new double[10];
        double[] variance = new double[10];
        double[] clicks = new double[10];

        for (int row = 0; row < block.rows(); row++) {
            double score = KAGGLE.model().score(block.features(), block.values(), block.starts()[row]);
            double p = 1 / (1 + Math.exp(-score));
            int tenth = (int) (10 * p);
            expected[tenth] += p;
            variance[tenth] += p * (1 - p);
            clicks[tenth] += block.labels()[row];
        }

        for (int tenth = 0; tenth < 10; tenth++) {
            assertThat(clicks[tenth]).isCloseTo(expected[tenth], within(5 * Math.sqrt(variance[tenth]) + 1));
        }
    }

    @Test
    void halfOfTheHiddenWeightsAreZeroAndTheOthersNearlyNormal() {
        int zeros = 0;
        double squares = 0;
        for (int feature = 14; feature < 200_014; feature++) {
            double weight = KAGGLE.model().weight(feature);
            zeros += weight == 0 ? 1 : 0;
            squares += weight * weight;
        }

        assertThat(zeros).isBetween(99_000, 101_000);
        assertThat(Math.sqrt(squares / 100_000)).isCloseTo(0.45, within(0.01));
    }

    @Test
    void rowsThatAreNotThereAreRefused() {
        CtrRows rows = new CtrRows(KAGGLE, 100, 10);

        assertThatThrownBy(() -> read(rows, 5, 11))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no such rows: from=5, to=11, rows=10");
        assertThatThrownBy(() -> read(rows, -1, 2)).hasMessage("no such rows: from=-1, to=2, rows=10");
        assertThatThrownBy(() -> read(rows, 3, 2)).hasMessage("no such rows: from=3, to=2, rows=10");
    }

    private static SparseBlock read(CtrRows rows, long from, long to) throws DataException {
        SparseBlock block = new SparseBlock();
        rows.reader().read(from, to, block);
        return block;
    }

    private static List<String> texts(SparseBlock block) {
        List<String> texts = new ArrayList<>();
        for (int row = 0; row < block.rows(); row++) {
            StringBuilder text = new StringBuilder().append(block.labels()[row]);
            for (int i = block.starts()[row]; i < block.starts()[row + 1]; i++) {
                text.append(' ').append(block.features()[i]).append(':').append(block.values()[i]);
            }
            texts.add(text.toString());
        }
        return texts;
    }

    private static long checksum(SparseBlock block) {
        ByteBuffer bytes = ByteBuffer.allocate(8 * block.entries() + 4 * block.rows());
        for (int i = 0; i < block.entries(); i++) {
            bytes.putInt(block.features()[i]).putFloat(block.values()[i]);
        }
        for (int row = 0; row < block.rows(); row++) {
            bytes.putFloat(block.labels()[row]);
        }
        CRC32C crc = new CRC32C();
        crc.update(bytes.flip());
        return crc.getValue();
    }
}
