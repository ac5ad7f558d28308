package dev.gradus.spark.ml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.spark.ClusterSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.ml.feature.Word2VecModel;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Estimators on two executors that no folder is named for: Spark carries the rows to their disks. */
@Timeout(180)
class CarriedIT {

    private static SparkSession spark;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        spark = ClusterSession.start();
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    /** Most rows in one partition, and none in some. */
    private static Dataset<Row> rows(int count, int width) {
        SplittableRandom random = new SplittableRandom(9);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double[] values = new double[width];
            values[0] = random.nextDouble(-1, 1);
            values[width - 1] = random.nextDouble(-1, 1);
            rows.add(RowFactory.create(values[0] > values[width - 1] ? 1.0 : 0.0, Vectors.dense(values)));
        }
        StructType schema = new StructType()
                .add("label", DataTypes.DoubleType, false)
                .add("features", SQLDataTypes.VectorType(), false);
        Dataset<Row> few = Sessions.frame(spark, rows.subList(0, 2), schema);
        return few.union(Sessions.frame(spark, rows.subList(2, count), schema).coalesce(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 300})
    void carriedRowsGiveTheModelOfSharedOnesOnAnyNumberOfRanks(int width) {
        Dataset<Row> rows = rows(3000, width);
        GradusLogisticRegression estimator = new GradusLogisticRegression().setMaxIter(2);

        Vector shared =
                estimator.setRanks(2).setSpool(folder.toString()).fit(rows).coefficients();
        Vector two = estimator.setSpool("").fit(rows).coefficients();
        Vector one = estimator.setRanks(1).fit(rows).coefficients();

        assertThat(two.toArray()).containsExactly(shared.toArray());
        assertThat(one.toArray()).containsExactly(shared.toArray());
        assertThat(shared.apply(0)).isGreaterThan(0.5); // it has learnt; the rate falls, so weights stay small
    }

    @Test
    void wordsAreCarried() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            rows.add(RowFactory.create((Object) new String[] {"a" + i % 3, "b" + i % 5, "c"}));
        }
        Dataset<Row> sentences = Sessions.frame(
                spark, rows, new StructType().add("words", DataTypes.createArrayType(DataTypes.StringType)));
        GradusWord2Vec estimator =
                new GradusWord2Vec().setInputCol("words").setVectorSize(4).setRanks(2);

        Word2VecModel carried = estimator.fit(sentences);
        Word2VecModel shared = estimator.setSpool(folder.toString()).fit(sentences);

        assertThat(carried.getVectors().collectAsList())
                .hasSize(9)
                .containsExactlyInAnyOrderElementsOf(shared.getVectors().collectAsList());
    }
}
