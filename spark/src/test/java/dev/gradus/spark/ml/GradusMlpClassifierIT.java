package dev.gradus.spark.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.classification.MultilayerPerceptronClassificationModel;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.feature.StandardScaler;
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
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The estimator in an application with two slots, on rings of points that no plane separates. */
@Timeout(120)
class GradusMlpClassifierIT {

    private static final int CLASSES = 3;

    @RegisterExtension
    static final Sessions SPARK = new Sessions();

    @TempDir
    private Path folder;

    /** Points whose class is the ring around the origin that they are on. */
    private static Dataset<Row> rings(int count) {
        SplittableRandom random = new SplittableRandom(11);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int label = random.nextInt(CLASSES);
            double radius = label + 0.8 + random.nextDouble(0.4);
            double angle = random.nextDouble(2 * Math.PI);
            Vector point = Vectors.dense(radius * Math.cos(angle), radius * Math.sin(angle));
            rows.add(RowFactory.create((double) label, i % 2 == 0 ? point : point.toSparse()));
        }
        return SPARK.frame(
                rows,
                new StructType()
                        .add("label", DataTypes.DoubleType, false)
                        .add("features", SQLDataTypes.VectorType(), false));
    }

    private GradusMlpClassifier estimator() {
        return new GradusMlpClassifier()
                .setLayers(new int[] {2, 16, CLASSES})
                .setBatchSize(64)
                .setSeed(3)
                .setRanks(2)
                .setSpool(folder.toString());
    }

    private static double accuracy(Dataset<Row> predicted) {
        return predicted.where("label = prediction").count() / (double) predicted.count();
    }

    @Test
    void aNetworkTellsRingsApart() {
        Dataset<Row> rows = rings(4000);

        MultilayerPerceptronClassificationModel model = estimator().fit(rows);

        Dataset<Row> predicted = model.transform(rows);
        assertThat(accuracy(predicted)).isGreaterThan(0.97);
        assertThat(model.numClasses()).isEqualTo(CLASSES);
        for (Row row : predicted.select("probability").takeAsList(20)) {
            double[] probabilities = row.<Vector>getAs(0).toArray();
            assertThat(probabilities).hasSize(CLASSES);
            assertThat(Arrays.stream(probabilities).sum()).isCloseTo(1, within(1e-9));
        }
    }

    @Test
    void ranksChangeNoBit() {
        Dataset<Row> rows = rings(1000);

        Vector one = estimator().setMaxIter(2).setRanks(1).fit(rows).weights();
        Vector two = estimator().setMaxIter(2).setRanks(2).fit(rows).weights();
        Vector other = estimator().setMaxIter(2).setSeed(4).fit(rows).weights();

        assertThat(two).isEqualTo(one);
        assertThat(other).isNotEqualTo(one);
    }

    @Test
    void aPipelineUnderCrossValidationFindsTheBetterRate() {
        GradusMlpClassifier estimator = estimator().setMaxIter(40);
        estimator.setFeaturesCol("scaled");
        ParamMap[] rates = new ParamGridBuilder()
                .addGrid(estimator.stepSize(), new double[] {1e-6, 0.03})
                .build();

        CrossValidatorModel best = new CrossValidator()
                .setEstimator(new Pipeline().setStages(new PipelineStage[] {
                    new StandardScaler().setInputCol("features").setOutputCol("scaled"), estimator
                }))
                .setEvaluator(new MulticlassClassificationEvaluator().setMetricName("accuracy"))
                .setEstimatorParamMaps(rates)
                .setNumFolds(2)
                .setSeed(1)
                .fit(rings(2000));

        assertThat(best.avgMetrics()[0]).isLessThan(0.7);
        assertThat(best.avgMetrics()[1]).isGreaterThan(0.9);
    }

    @Test
    void anEstimatorAndItsModelAreSavedAndLoadedInsideAPipeline() throws Exception {
        Dataset<Row> rows = rings(500);
        Path saved = folder.resolve("pipeline");
        new Pipeline()
                .setStages(new PipelineStage[] {estimator().setMaxIter(3).setStepSize(0.05)})
                .save(saved.toString());

        PipelineModel model = Pipeline.load(saved.toString()).fit(rows);
        model.save(folder.resolve("model").toString());

        GradusMlpClassifier loaded =
                (GradusMlpClassifier) Pipeline.load(saved.toString()).getStages()[0];
        assertThat(loaded.getStepSize()).isEqualTo(0.05);
        assertThat(loaded.getLayers()).containsExactly(2, 16, CLASSES);
        assertThat(loaded.getOrDefault(loaded.batchSize())).isEqualTo(64);
        PipelineModel again = PipelineModel.load(folder.resolve("model").toString());
        assertThat(again.transform(rows).select("probability").collectAsList())
                .isEqualTo(model.transform(rows).select("probability").collectAsList());
    }

    @Test
    void whatDoesNotApplyIsRefused() {
        Dataset<Row> rows = rings(10);

        assertThatThrownBy(() -> new GradusMlpClassifier().fit(rows)).hasMessageStartingWith("no layers: ");
        assertThatThrownBy(() -> estimator().setSolver("gd").fit(rows))
                .hasMessage("parameter does not apply to training by Gradus: solver; clear it");
        assertThatThrownBy(() -> estimator().setLayers(new int[] {2, 2}).fit(rows))
                .hasStackTraceContaining("label is no class: label=2.0, classes=2; labels are whole numbers from 0");
        assertThatThrownBy(() -> estimator().setLayers(new int[] {5, CLASSES}).fit(rows))
                .hasStackTraceContaining("rows differ in size: features=2, expected=5");
    }
}
