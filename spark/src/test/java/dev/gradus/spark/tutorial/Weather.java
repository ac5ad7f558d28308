package dev.gradus.spark.tutorial;

import dev.gradus.spark.ml.GradusLogisticRegression;
import dev.gradus.spark.ml.GradusWord2Vec;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.feature.Tokenizer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Tells good weather from bad by the words that people use. */
public final class Weather {

    private Weather() {}

    /** The share of reports that it gets right. */
    public static double learn(SparkSession spark) {
        List<Row> reports = new ArrayList<>();
        for (int day = 0; day < 400; day++) {
            boolean good = day % 2 == 0;
            reports.add(RowFactory.create(
                    good ? "a lovely sunny day " + day : "an awful rainy day " + day, good ? 1.0 : 0.0));
        }
        Dataset<Row> rows = spark.createDataFrame(
                reports, new StructType().add("text", DataTypes.StringType).add("label", DataTypes.DoubleType));

        Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {
            new Tokenizer().setInputCol("text").setOutputCol("words"),
            new GradusWord2Vec()
                    .setInputCol("words")
                    .setOutputCol("features")
                    .setVectorSize(10)
                    .setMaxIter(10)
                    .setRanks(2), // task slots to train in
            new GradusLogisticRegression().setMaxIter(20).setRanks(2)
        });
        PipelineModel model = pipeline.fit(rows);

        return model.transform(rows).where("label = prediction").count() / 400.0;
    }
}
