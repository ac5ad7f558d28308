import java.util.Arrays;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.classification.LogisticRegressionModel;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/** Logistic regression of Spark MLlib on libsvm text: TRAIN TEST FEATURES ITERATIONS. Prints one line of JSON. */
public final class SparkClicks {

    private SparkClicks() {}

    public static void main(String[] args) {
        long begin = System.nanoTime();
        SparkSession spark = SparkSession.builder()
                .appName("clicks")
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.maxResultSize", "0")
                .getOrCreate();
        try {
            Dataset<Row> train = read(spark, args[0], args[2]).cache();
            train.count();
            long start = System.nanoTime();
            LogisticRegressionModel model = new LogisticRegression()
                    .setMaxIter(Integer.parseInt(args[3]))
                    .setRegParam(1e-6)
                    .setStandardization(false)
                    .setTol(0)
                    .fit(train);
            long end = System.nanoTime();
            double[] history = model.summary().objectiveHistory();
            double loss = loss(model, read(spark, args[1], args[2]));
            System.out.printf(
                    "{\"fit\": %.3f, \"whole\": %.3f, \"iterations\": %d, \"loss\": %.6f}%n",
                    (end - start) / 1e9, (end - begin) / 1e9, history.length - 1, loss);
        } finally {
            spark.stop();
        }
    }

    private static Dataset<Row> read(SparkSession spark, String file, String features) {
        // Labels are -1 and 1 in the text, and Spark wants 0 and 1.
        return spark.read()
                .format("libsvm")
                .option("numFeatures", features)
                .load(file)
                .withColumn("label", functions.expr("if(label > 0, 1.0D, 0.0D)"));
    }

    /** The mean log-loss on rows held out. */
    private static double loss(LogisticRegressionModel model, Dataset<Row> test) {
        return Arrays.stream((Row[]) model.transform(test).select("label", "probability").collect())
                .mapToDouble(row -> {
                    double p = ((Vector) row.get(1)).apply(row.getDouble(0) > 0 ? 1 : 0);
                    return -Math.log(Math.max(1e-15, p));
                })
                .average()
                .orElseThrow();
    }
}
