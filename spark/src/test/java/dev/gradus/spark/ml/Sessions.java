package dev.gradus.spark.ml;

import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** An application with two slots in this process, as tests of estimators have it. */
final class Sessions {

    private Sessions() {}

    static SparkSession start() {
        return SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "2")
                .getOrCreate();
    }

    /** Cut by place and not by content, so that rows come in the same order whatever they hold. */
    static Dataset<Row> frame(SparkSession spark, List<Row> rows, StructType schema) {
        return spark.createDataFrame(
                JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(rows, 3), schema);
    }
}
