package dev.gradus.data.sparse.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.data.DataException;
import dev.gradus.data.sparse.SparseBlock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TruthTest {

    /** A row as the hidden model sees it. */
    private record Scored(double score, boolean click) {}

    @ParameterizedTest
    @CsvSource({"1, 33762578, 0, 30000", "2, 65536, 123456789, 20000", "3, 4096, 7, 4097"})
    void figuresAreThoseOfPlainLoops(long seed, int space, long first, int count) throws DataException {
        CtrRows rows = new CtrRows(new CtrRecipe(seed, space), first, count);
        List<Scored> scored = scored(rows);

        Truth truth = rows.truth();

        long clicks = scored.stream().filter(Scored::click).count();
        double loss = scored.stream()
                .mapToDouble(row -> -Math.log(probability(row.click() ? row.score() : -row.score())))
                .sum();
        assertThat(truth.rows()).isEqualTo(count);
        assertThat(truth.positives()).isEqualTo(clicks);
        assertThat(truth.logLoss()).isCloseTo(loss / count, within(1e-9));
        assertThat(truth.auc()).isCloseTo(area(scored), within(5e-5));
    }

    @Test
    void truthIsWorthLearning() {
        Truth truth = new CtrRows(new CtrRecipe(1, CtrColumns.KAGGLE_SPACE), 1_000_000, 50_000).truth();

        assertThat(truth.logLoss()).isBetween(0.38, 0.46);
        assertThat(truth.auc()).isBetween(0.80, 0.86);
    }

    @Test
    void noRowsHaveNoTruth() {
        Truth truth = new CtrRows(new CtrRecipe(1, 4096), 0, 0).truth();

        assertThat(truth).isEqualTo(new Truth(0, 0, Double.NaN, Double.NaN));
    }

    /** Scores by a sum over the entries as a textbook has it. */
    private static List<Scored> scored(CtrRows rows) throws DataException {
        HiddenModel model = rows.recipe().model();
        SparseBlock block = new SparseBlock();
        rows.reader().read(0, rows.rows(), block);
        List<Scored> scored = new ArrayList<>();
        for (int row = 0; row < block.rows(); row++) {
            double score = model.bias();
            for (int i = block.starts()[row]; i < block.starts()[row + 1]; i++) {
                int feature = block.features()[i];
                double centre = feature <= 13 ? CtrColumns.mean(feature - 1) : 0;
                score += model.weight(feature) * (block.values()[i] - centre);
            }
            scored.add(new Scored(score, block.labels()[row] == 1));
        }
        return scored;
    }

    private static double probability(double score) {
        return 1 / (1 + Math.exp(-score));
    }

    /** The share of pairs of a click and another row that are in the right order. */
    private static double area(List<Scored> scored) {
        List<Scored> sorted = scored.stream()
                .sorted(Comparator.comparingDouble(Scored::score))
                .toList();
        double others = 0;
        double ordered = 0;
        for (Scored row : sorted) {
            ordered += row.click() ? others : 0;
            others += row.click() ? 0 : 1;
        }
        return ordered / (others * (sorted.size() - others));
    }
}
