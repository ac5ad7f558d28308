package dev.gradus.model.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.sparse.FeatureList;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSource;
import dev.gradus.model.Evaluation;
import dev.gradus.model.ModelException;
import dev.gradus.model.SparseModel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparseFolderTest {

    private static final FeatureList FEATURES = new FeatureList(new int[] {90, 3, 2_000_000_000, 41}, 1L << 31);

    @TempDir
    private Path folder;

    private static SparseWeights weights() {
        return weights(new float[] {0.5f, 0, -2, 0.25f}, 0.125f);
    }

    private static SparseWeights weights(float[] byPlace, float bias) {
        return of(FEATURES, byPlace, bias);
    }

    private static SparseWeights of(FeatureList features, float[] byPlace, float bias) {
        return SparseWeights.of(features, new SparseModel.Weights() {
            @Override
            public float bias() {
                return bias;
            }

            @Override
            public void copy(int from, int to, float[] into) {
                System.arraycopy(byPlace, from, into, 0, to - from);
            }
        });
    }

    @Test
    void onlyWeightsThatAreNotZeroAreStoredByAscendingFeature() throws Exception {
        SparseFolder.write(folder.resolve("model"), "logistic", Map.of("model.kind", "logistic"), weights());

        SparseFolder read = SparseFolder.read(folder.resolve("model"));

        assertThat(read.weights().ids()).containsExactly(41, 90, 2_000_000_000);
        assertThat(read.weights().weights()).containsExactly(0.25f, 0.5f, -2);
        assertThat(read.weights().bias()).isEqualTo(0.125f);
        assertThat(read.weights().space()).isEqualTo(1L << 31);
        assertThat(read.kind()).isEqualTo("logistic");
        assertThat(read.settings()).isEqualTo(Map.of("model.kind", "logistic"));
        assertThat(SparseFolder.isOne(folder.resolve("model"))).isTrue();
        assertThat(folder).isDirectoryNotContaining("glob:**.partial");
    }

    @Test
    void weightsComeInTheOrderOfAnyListOfFeatures() {
        FeatureList other = new FeatureList(new int[] {41, 5, 90}, 100);

        assertThat(weights().inOrderOf(other)).containsExactly(0.25f, 0, 0.5f);
    }

    @Test
    void weightsOfFeaturesThatHavePlacesByNumberComeToTheirFeatures() {
        int space = 600_000; // more than a thread looks at in one go
        FeatureList features = FeatureList.byNumber(new int[] {500_000, 7, 299_999}, space);
        SplittableRandom random = new SplittableRandom(3);
        float[] byPlace = new float[features.size()];
        float[] expected = new float[space];
        for (int place = 0; place < byPlace.length; place++) {
            boolean shadowed = place > 2 && List.of(500_000, 7, 299_999).contains(features.id(place));
            byPlace[place] = place == 1 || shadowed || random.nextInt(3) > 0 ? 0 : 1 + random.nextInt(100);
            expected[features.id(place)] += byPlace[place];
        }

        SparseWeights weights = of(features, byPlace, 1);

        float[] found = new float[space];
        for (int i = 0; i < weights.size(); i++) {
            assertThat(i == 0 || weights.ids()[i] > weights.ids()[i - 1]).isTrue();
            found[weights.ids()[i]] = weights.weights()[i];
        }
        assertThat(found).isEqualTo(expected);
        assertThat(weights.weights()).doesNotContain(0f);
        float[] again = weights.inOrderOf(features);
        for (int place = 0; place < byPlace.length; place++) {
            assertThat(again[place]).isEqualTo(expected[features.id(place)]);
        }
        String lines = Arrays.stream(weights.ids()).mapToObj(id -> id + "\n").collect(Collectors.joining());
        assertThat(new String(FeatureLines.text(weights.ids()), StandardCharsets.US_ASCII))
                .isEqualTo(lines);
    }

    @Test
    void anotherModelReplacesTheOneThatIsThere() throws Exception {
        SparseFolder.write(folder.resolve("model"), "logistic", Map.of(), weights());
        SparseWeights second = weights(new float[] {0, 1, 0, 0}, 0);

        SparseFolder.write(folder.resolve("model"), "logistic", Map.of(), second);

        assertThat(SparseFolder.read(folder.resolve("model")).weights().ids()).containsExactly(3);
    }

    @Test
    void aListThatWasChangedIsRefused() throws Exception {
        SparseFolder.write(folder.resolve("model"), "logistic", Map.of(), weights());
        Files.writeString(folder.resolve("model/features.txt"), "41\n91\n2000000000\n");

        assertThatThrownBy(() -> SparseFolder.read(folder.resolve("model")))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("features were changed since they were written");
    }

    @Test
    void scoresAreThoseOfThePlainFormula() throws Exception {
        SparseBlock rows = new SparseBlock();
        rows.add(0, 2);
        rows.add(3, 1);
        rows.endRow(1, 1);
        rows.add(2, 1);
        rows.endRow(1, 1);
        rows.endRow(0, 1);

        Evaluation evaluation = SparseScores.of(weights(), FEATURES, source(rows));

        double[] z = {0.125 + 1 + 0.25, 0.125 - 2, 0.125};
        double expected = Math.log1p(Math.exp(-z[0])) + Math.log1p(Math.exp(-z[1])) + Math.log1p(Math.exp(z[2]));
        assertThat(evaluation.loss()).isCloseTo(expected / 3, Offset.offset(1e-6));
        assertThat(evaluation.accuracy()).isCloseTo(1 / 3.0, Offset.offset(1e-9));
        assertThat(evaluation.precision()).isEqualTo(0.5);
        assertThat(evaluation.recall()).isEqualTo(0.5);
        assertThat(evaluation.auc()).isEqualTo(0.5);
    }

    private static SparseSource source(SparseBlock rows) {
        return new SparseSource() {
            @Override
            public long rows() {
                return rows.rows();
            }

            @Override
            public Reader reader() {
                return (from, to, into) -> {
                    for (int row = (int) from; row < to; row++) {
                        for (int i = rows.starts()[row]; i < rows.starts()[row + 1]; i++) {
                            into.add(rows.features()[i], rows.values()[i]);
                        }
                        into.endRow(rows.labels()[row], rows.weights()[row]);
                    }
                };
            }

            @Override
            public void close() {}
        };
    }
}
