package dev.gradus.spark.ml;

import dev.gradus.model.sparse.SparseFolder;
import dev.gradus.model.sparse.SparseWeights;
import dev.gradus.run.Gradus;
import dev.gradus.train.RunFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.classification.LogisticRegressionModel;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.jspecify.annotations.Nullable;

/**
 * Spark's logistic regression of two classes, trained by stochastic gradient descent on the ranks of a barrier stage.
 * What comes of it is Spark's own model, so all that Spark does with one works. {@code maxIter} counts passes over the
 * rows; settings of Spark's solver that mean nothing here are refused when they are set.
 */
public final class GradusLogisticRegression extends LogisticRegression {

    private static final long serialVersionUID = 1L;

    // Made when first asked for: the constructor of the parent looks through all parameters before ours has begun.
    private @Nullable IntParam ranks;
    private @Nullable IntParam batchSize;
    private @Nullable DoubleParam rate;
    private @Nullable Param<String> spool;

    public GradusLogisticRegression() {
        this(Identifiable$.MODULE$.randomUID("gradusLogisticRegression"));
    }

    /** What Spark calls when it copies or loads one. */
    public GradusLogisticRegression(String uid) {
        super(uid);
        setDefault(ranks(), 1);
        setDefault(batchSize(), 100);
        setDefault(rate(), 0.1);
        setDefault(spool(), "");
        setDefault(maxIter(), 5);
    }

    /** Reads one that {@code save} has written. */
    public static GradusLogisticRegression load(String path) {
        return (GradusLogisticRegression) LogisticRegression.load(path);
    }

    public IntParam ranks() {
        if (ranks == null) {
            ranks = new IntParam(this, "ranks", "replicas that share the work, each in a task slot of its own (> 0)");
        }
        return ranks;
    }

    public IntParam batchSize() {
        if (batchSize == null) {
            batchSize = new IntParam(this, "batchSize", "rows of one step, over all ranks together (> 0)");
        }
        return batchSize;
    }

    public DoubleParam rate() {
        if (rate == null) {
            rate = new DoubleParam(this, "rate", "size of a step, by AdaGrad (> 0)");
        }
        return rate;
    }

    public Param<String> spool() {
        if (spool == null) {
            spool = new Param<>(
                    this,
                    "spool",
                    "folder that driver and executors share, for rows on their way to the ranks; empty = the temporary"
                            + " folder, which does where all of them are on one machine");
        }
        return spool;
    }

    public GradusLogisticRegression setRanks(int value) {
        set(ranks(), value);
        return this;
    }

    public GradusLogisticRegression setBatchSize(int value) {
        set(batchSize(), value);
        return this;
    }

    public GradusLogisticRegression setRate(double value) {
        set(rate(), value);
        return this;
    }

    public GradusLogisticRegression setSpool(String folder) {
        set(spool(), folder);
        return this;
    }

    /** Passes over the rows. */
    @Override
    public GradusLogisticRegression setMaxIter(int value) {
        super.setMaxIter(value);
        return this;
    }

    @Override
    public GradusLogisticRegression copy(ParamMap extra) {
        return (GradusLogisticRegression) super.copy(extra);
    }

    @Override
    public LogisticRegressionModel train(Dataset<?> dataset) {
        refuseWhatDoesNotApply();
        Dataset<Row> labelled =
                dataset.select(functions.col(getLabelCol()).cast("double"), functions.col(getFeaturesCol()));
        int features = labelled.first().<Vector>getAs(1).size();
        String parent = getOrDefault(spool());
        try (Spool rows = Spool.below(Path.of(parent.isEmpty() ? System.getProperty("java.io.tmpdir") : parent))) {
            rows.write(labelled.toJavaRDD());
            SparseWeights weights = train(rows);
            double[] values = IntStream.range(0, weights.size())
                    .mapToDouble(i -> weights.weights()[i])
                    .toArray();
            Vector coefficients = Vectors.sparse(features, weights.ids(), values);
            return new LogisticRegressionModel(uid(), coefficients, weights.bias());
        } catch (IOException | RunFailedException e) {
            throw new IllegalStateException("training failed: " + e.getMessage(), e);
        }
    }

    private SparseWeights train(Spool rows) throws IOException, RunFailedException {
        Path run = rows.beside("run");
        Gradus.job()
                .set("name", uid())
                .set("launch", "spark")
                .set("launch.warmUp", "0s") // only makes figures steady, which nobody asks for here
                .set("model", "logistic")
                .set("model.bias", getFitIntercept())
                .set("model.l2", getRegParam())
                .set("data", "libsvm")
                .set("data.path", rows.rows().toString())
                .set("data.firstIndex", 0)
                .set("data.test", 0.0)
                .set("data.cache", rows.beside("cache").toString())
                .set("optimizer.kind", "adagrad")
                .set("optimizer.rate", getOrDefault(rate()))
                .set("epochs", getMaxIter())
                .set("batchSize", getOrDefault(batchSize()))
                .ranks((Integer) getOrDefault(ranks()))
                .out(run)
                .train();
        return SparseFolder.read(run.resolve("model")).weights();
    }

    /** What is left at its default claims nothing; what was set would be claimed and not done. */
    private void refuseWhatDoesNotApply() {
        for (Param<?> param : List.of(
                tol(),
                weightCol(),
                lowerBoundsOnCoefficients(),
                upperBoundsOnCoefficients(),
                lowerBoundsOnIntercepts(),
                upperBoundsOnIntercepts())) {
            if (isSet(param)) {
                throw new IllegalArgumentException(
                        "parameter does not apply to training by Gradus: " + param.name() + "; clear it");
            }
        }
        if (getElasticNetParam() != 0) {
            throw new IllegalArgumentException(
                    "only the squared penalty is there: elasticNetParam=" + getElasticNetParam() + "; set it to 0");
        }
        if (getRegParam() != 0 && getStandardization()) {
            throw new IllegalArgumentException("the penalty is on weights of features as they are: regParam="
                    + getRegParam() + ", standardization=true; set standardization to false");
        }
        if (getFamily().equals("multinomial")) {
            throw new IllegalArgumentException("two classes only: family=multinomial; set it to auto or binomial");
        }
    }
}
