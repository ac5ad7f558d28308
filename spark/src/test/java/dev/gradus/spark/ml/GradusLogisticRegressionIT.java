package dev.gradus.spark.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.model.sparse.SparseFolder;
import dev.gradus.model.sparse.SparseWeights;
import dev.gradus.run.Gradus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.classification.LogisticRegressionModel;
import org.apache.spark.ml.evaluation.BinaryClassificationEvaluator;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The estimator in an application with two slots, on rows of which a plane tells the class. */
@Timeout(120)
class GradusLogisticRegressionIT {

    private static final int FEATURES = 8;

    /** More features than are kept as whole vectors. */
    private static final int WIDE = 300;

    @RegisterExtension
    static final Sessions SPARK = new Sessions();

    @TempDir
    private Path folder;

    /** Rows whose class is the sign of the sum of their odd features less that of the even ones. */
    private static Dataset<Row> rows(int count, boolean sparse) {
        return rows(count, sparse, FEATURES);
    }

    /** The same with so many features, of which only the first differ from 0. */
    private static Dataset<Row> rows(int count, boolean sparse, int width) {
        SplittableRandom random = new SplittableRandom(7);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double[] values = random.doubles(FEATURES, -1, 1)
                    .map(x -> Math.round(x * 100) / 100.0)
                    .toArray();
            double sum = 0;
            for (int k = 0; k < FEATURES; k++) {
                sum += k % 2 == 0 ? -values[k] : values[k];
            }
            Vector dense = Vectors.dense(Arrays.copyOf(values, width));
            rows.add(RowFactory.create(sum > 0 ? 1.0 : 0.0, sparse ? dense.toSparse() : dense));
        }
        StructType schema = new StructType(new StructField[] {
            new StructField("label", DataTypes.DoubleType, false, Metadata.empty()),
            new StructField("features", SQLDataTypes.VectorType(), false, Metadata.empty())
        });
        return SPARK.frame(rows, schema);
    }

    private GradusLogisticRegression estimator() {
        return new GradusLogisticRegression().setRanks(2).setSpool(folder.toString());
    }

    @Test
    void aModelTellsTheClassesAndLeavesNoRowsBehind() throws Exception {
        LogisticRegressionModel model = estimator().fit(rows(4000, false));

        double hits =
                model.transform(rows(4000, false)).where("label = prediction").count() / 4000.0;
        assertThat(hits).isGreaterThan(0.98);
        assertThat(model.numFeatures()).isEqualTo(FEATURES);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {FEATURES, WIDE})
    void ranksAndKindsOfVectorsChangeNoBit(int width) {
        LogisticRegressionModel one = estimator().setRanks(1).fit(rows(2000, false, width));
        LogisticRegressionModel two = estimator().setRanks(2).fit(rows(2000, true, width));

        assertThat(two.coefficients().toArray())
                .containsExactly(one.coefficients().toArray());
        assertThat(two.intercept()).isEqualTo(one.intercept());
        assertThat(two.numFeatures()).isEqualTo(width);
        assertThat(two.coefficients().numNonzeros()).isEqualTo(FEATURES);
    }

    @Test
    void rowsInMemoryAndMoreColumnsChangeNoBit() {
        Dataset<Row> rows = rows(2000, false);
        GradusLogisticRegression estimator = estimator().setRanks(1);
        LogisticRegressionModel files = estimator.fit(rows);

        LogisticRegressionModel memory = estimator.setSpool("").setRanks(2).fit(rows);
        LogisticRegressionModel chosen = estimator.fit(rows.withColumn("more", functions.lit(1)));

        assertThat(memory.coefficients()).isEqualTo(files.coefficients());
        assertThat(memory.intercept()).isEqualTo(files.intercept());
        assertThat(chosen.coefficients()).isEqualTo(files.coefficients());
        assertThat(memory.parent()).isSameAs(estimator);
        assertThat(memory.explainParam(memory.maxIter())).isEqualTo(chosen.explainParam(chosen.maxIter()));
    }

    @Test
    void theWeightsAreThoseOfAJobOnTheSameRows() throws Exception {
        Dataset<Row> rows = rows(2000, false, WIDE);
        LogisticRegressionModel model = estimator().fit(rows);

        try (Spool spool = Spool.below(folder)) {
            assertThat(spool.write(Fit.stored(rows), new LibsvmWriter())).isEqualTo(2000);
            Path run = spool.beside("run");
            Gradus.job()
                    .set("launch", "threads")
                    .set("data", "libsvm")
                    .set("data.path", spool.rows().toString())
                    .set("data.firstIndex", 0)
                    .set("data.test", 0.0)
                    .set("data.cache", spool.beside("cache").toString())
                    .set("optimizer.kind", "adagrad")
                    .set("optimizer.rate", 0.1)
                    .set("schedule.kind", "linear")
                    .set("epochs", 5)
                    .set("batchSize", 100)
                    .out(run)
                    .train();
            SparseWeights weights = SparseFolder.read(run.resolve("model")).weights();
            for (int i = 0; i < weights.size(); i++) {
                assertThat(model.coefficients().apply(weights.ids()[i])).isEqualTo(weights.weights()[i], within(0.0));
            }
            assertThat(weights.size()).isEqualTo(FEATURES);
        }
    }

    /** Whole vectors and pairs of index and value are learnt from by other loops, to the same end. */
    @Test
    void fewAndManyFeaturesGiveTheSameModelButForRounding() {
        LogisticRegressionModel few = estimator().fit(rows(2000, false, FEATURES));
        LogisticRegressionModel many = estimator().fit(rows(2000, false, WIDE));

        for (int i = 0; i < FEATURES; i++) {
            assertThat(many.coefficients().apply(i))
                    .isCloseTo(few.coefficients().apply(i), within(0.2));
        }
    }

    @Test
    void noRowsAreRefused() {
        assertThatThrownBy(() -> estimator().fit(rows(0, false))).hasMessage("no rows to train on: rows=0");
    }

    @Test
    void emptyPartitionsDoNoHarm() {
        Dataset<Row> few = rows(3, false).repartition(8);

        assertThat(estimator().setMaxIter(1).fit(few).coefficients().numNonzeros())
                .isEqualTo(FEATURES);
    }

    @Test
    void aPipelineUnderCrossValidationFindsTheBetterRate() {
        GradusLogisticRegression estimator = estimator().setMaxIter(1);
        ParamMap[] rates = new ParamGridBuilder()
                .addGrid(estimator.rate(), new double[] {1e-6, 0.1})
                .build();

        CrossValidatorModel best = new CrossValidator()
                .setEstimator(new Pipeline().setStages(new PipelineStage[] {estimator}))
                .setEvaluator(new BinaryClassificationEvaluator().setMetricName("areaUnderPR"))
                .setEstimatorParamMaps(rates)
                .setNumFolds(2)
                .setSeed(1)
                .fit(rows(1000, false));

        assertThat(best.avgMetrics()[1]).isGreaterThan(0.95);
    }

    @Test
    void anEstimatorAndItsModelAreSavedAndLoaded() throws Exception {
        GradusLogisticRegression estimator = estimator().setRate(0.2).setMaxIter(3);
        estimator.save(folder.resolve("estimator").toString());
        GradusLogisticRegression loaded =
                GradusLogisticRegression.load(folder.resolve("estimator").toString());
        LogisticRegressionModel model = loaded.fit(rows(500, false));
        model.save(folder.resolve("model").toString());

        assertThat(loaded.getOrDefault(loaded.rate())).isEqualTo(0.2);
        assertThat(loaded.getMaxIter()).isEqualTo(3);
        assertThat(loaded.getOrDefault(loaded.ranks())).isEqualTo(2);
        assertThat(LogisticRegressionModel.load(folder.resolve("model").toString())
                        .coefficients())
                .isEqualTo(model.coefficients());
    }

    @Test
    void settingsThatMeanNothingHereAreRefused() {
        Dataset<Row> rows = rows(10, false);

        assertThatThrownBy(() -> estimator().setTol(1e-3).fit(rows))
                .hasMessage("parameter does not apply to training by Gradus: tol; clear it");
        assertThatThrownBy(() -> estimator().setElasticNetParam(0.5).fit(rows))
                .hasMessage("only the squared penalty is there: elasticNetParam=0.5; set it to 0");
        assertThatThrownBy(() -> estimator().setRegParam(0.1).fit(rows))
                .hasMessage("the penalty is on weights of features as they are: regParam=0.1, standardization=true; set"
                        + " standardization to false");
    }
}
