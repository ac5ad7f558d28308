package dev.gradus.spark.ml;

import dev.gradus.model.sparse.SparseFolder;
import dev.gradus.model.sparse.SparseWeights;
import dev.gradus.run.JobBuilder;
import java.util.stream.IntStream;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.classification.LogisticRegressionModel;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * Spark's logistic regression of two classes, trained by stochastic gradient descent on the ranks of a barrier stage.
 * What comes of it is Spark's own model, so all that Spark does with one works. {@code maxIter} counts passes over the
 * rows, over which the rate falls to zero; settings of Spark's solver that mean nothing here are refused when they are
 * set.
 */
public final class GradusLogisticRegression extends LogisticRegression
        implements OnRanks<GradusLogisticRegression>, OnBatches<GradusLogisticRegression> {

    private static final long serialVersionUID = 1L;

    /** Up to so many features, rows are kept as whole vectors, which takes less time than pairs of index and value. */
    private static final int MOST_DENSE = 256;

    /** Parts of a batch of whole vectors: with more, the few rows of each would be read one by one. */
    private static final int DENSE_SHARDS = 4;

    // Made when first asked for: the constructor of the parent looks through all parameters before ours has begun.
    private @Nullable RankParams shared;
    private @Nullable DoubleParam rate;

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

    @Override
    public RankParams rankParams() {
        if (shared == null) {
            shared = RankParams.of(this);
        }
        return shared;
    }

    public DoubleParam rate() {
        if (rate == null) {
            rate = new DoubleParam(
                    this, "rate", "size of the first steps, by AdaGrad; it falls to zero by the last (> 0)");
        }
        return rate;
    }

    public GradusLogisticRegression setRate(double value) {
        set(rate(), value);
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

    /** Where rows are just what is learnt from, without the column that Spark casts anew, which it would plan anew. */
    @Override
    public LogisticRegressionModel fit(Dataset<?> dataset) {
        if (!Frames.isBare(dataset, getLabelCol(), getFeaturesCol())) {
            return super.fit(dataset);
        }
        transformSchema(dataset.schema());
        return copyValues(train(dataset).setParent(this), ParamMap.empty());
    }

    @Override
    public LogisticRegressionModel train(Dataset<?> dataset) {
        refuseWhatDoesNotApply();
        Dataset<Row> labelled = Frames.labelled(dataset, getLabelCol(), getFeaturesCol());
        int features = Frames.features(labelled);
        boolean dense = features <= MOST_DENSE;
        RowWriter writer = dense ? new DenseWriter(features, 2) : new LibsvmWriter();
        try (Fit fit = Fit.of(labelled, writer, getOrDefault(spool()), uid())) {
            return dense ? trainDense(fit, features) : trainSparse(fit, features);
        }
    }

    private LogisticRegressionModel trainDense(Fit fit, int features) {
        JobBuilder job = common(fit.job((Integer) getOrDefault(ranks())))
                .set("data", SpooledKind.NAME)
                .set("data.classes", 2)
                .set("virtualShards", DENSE_SHARDS);
        float[] parameters = fit.parameters(job);
        double[] weights =
                IntStream.range(0, features).mapToDouble(i -> parameters[i]).toArray();
        return new LogisticRegressionModel(uid(), Vectors.dense(weights), getFitIntercept() ? parameters[features] : 0);
    }

    private LogisticRegressionModel trainSparse(Fit fit, int features) {
        JobBuilder job = common(fit.cachedJob((Integer) getOrDefault(ranks())))
                .set("data", "libsvm")
                .set("data.firstIndex", 0);
        SparseWeights weights = fit.train(job, model -> SparseFolder.read(model).weights());
        double[] values = IntStream.range(0, weights.size())
                .mapToDouble(i -> weights.weights()[i])
                .toArray();
        return new LogisticRegressionModel(uid(), Vectors.sparse(features, weights.ids(), values), weights.bias());
    }

    private JobBuilder common(JobBuilder job) {
        return job.set("model", "logistic")
                .set("model.bias", getFitIntercept())
                .set("model.l2", getRegParam())
                .set("data.test", 0.0)
                .set("optimizer.kind", "adagrad")
                .set("optimizer.rate", getOrDefault(rate()))
                .set("schedule.kind", "linear")
                .set("epochs", getMaxIter())
                .set("batchSize", getOrDefault(batchSize()));
    }

    private void refuseWhatDoesNotApply() {
        Frames.refuseSet(
                this,
                tol(),
                weightCol(),
                lowerBoundsOnCoefficients(),
                upperBoundsOnCoefficients(),
                lowerBoundsOnIntercepts(),
                upperBoundsOnIntercepts());
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
