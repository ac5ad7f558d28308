package dev.gradus.spark.ml;

import java.util.List;
import java.util.Objects;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** An application with two slots in this process, which the tests of a class share. */
public final class Sessions implements BeforeAllCallback, AfterAllCallback {

    private @Nullable SparkSession spark;

    @Override
    public void beforeAll(ExtensionContext context) {
        spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "2")
                .getOrCreate();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        spark().stop();
    }

    /** The session, while tests run. */
    public SparkSession spark() {
        return Objects.requireNonNull(spark);
    }

    Dataset<Row> frame(List<Row> rows, StructType schema) {
        return frame(spark(), rows, schema);
    }

    /** Cut by place and not by content, so that rows come in the same order whatever they hold. */
    static Dataset<Row> frame(SparkSession spark, List<Row> rows, StructType schema) {
        return spark.createDataFrame(
                JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(rows, 3), schema);
    }
}
