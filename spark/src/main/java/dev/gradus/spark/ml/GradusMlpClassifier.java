package dev.gradus.spark.ml;

import dev.gradus.model.Layout;
import dev.gradus.model.ModelFolder;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.ml.classification.MultilayerPerceptronClassificationModel;
import org.apache.spark.ml.classification.MultilayerPerceptronClassifier;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * Spark's multilayer perceptron, trained by Adam on the ranks of a barrier stage. The network is Spark's: sigmoids
 * between layers and a softmax behind the last, so what comes of it is Spark's own model. {@code maxIter} counts passes
 * over the rows, {@code stepSize} is the rate, which falls to zero; settings of Spark's solvers that mean nothing here
 * are refused when they are set.
 */
public final class GradusMlpClassifier extends MultilayerPerceptronClassifier
        implements OnRanks<GradusMlpClassifier>, OnBatches<GradusMlpClassifier> {

    private static final long serialVersionUID = 1L;

    /** Parts of a batch, of 32 rows each by default: few enough that a pass over one is worth its calls. */
    private static final int VIRTUAL_SHARDS = 8;

    // Made when first asked for: the constructor of the parent looks through all parameters before ours has begun.
    private @Nullable RankParams shared;

    public GradusMlpClassifier() {
        this(Identifiable$.MODULE$.randomUID("gradusMlpClassifier"));
    }

    /** What Spark calls when it copies or loads one. */
    public GradusMlpClassifier(String uid) {
        super(uid);
        setDefault(ranks(), 1);
        setDefault(batchSize(), 256);
        setDefault(spool(), "");
        setDefault(maxIter(), 20);
    }

    /** Reads one that {@code save} has written. */
    public static GradusMlpClassifier load(String path) {
        return (GradusMlpClassifier) MultilayerPerceptronClassifier.load(path);
    }

    @Override
    public RankParams rankParams() {
        if (shared == null) {
            shared = RankParams.of(this);
        }
        return shared;
    }

    /** The size of the input, of each layer between, and the number of classes. */
    @Override
    public GradusMlpClassifier setLayers(int[] sizes) {
        super.setLayers(sizes);
        return this;
    }

    /** Passes over the rows. */
    @Override
    public GradusMlpClassifier setMaxIter(int value) {
        super.setMaxIter(value);
        return this;
    }

    @Override
    public GradusMlpClassifier setSeed(long value) {
        super.setSeed(value);
        return this;
    }

    /** The rate of the first step; it falls to zero by the last. */
    @Override
    public GradusMlpClassifier setStepSize(double value) {
        super.setStepSize(value);
        return this;
    }

    @Override
    public GradusMlpClassifier copy(ParamMap extra) {
        return (GradusMlpClassifier) super.copy(extra);
    }

    /** Where rows are just what is learnt from, without the column that Spark casts anew, which it would plan anew. */
    @Override
    public MultilayerPerceptronClassificationModel fit(Dataset<?> dataset) {
        if (!Frames.isBare(dataset, getLabelCol(), getFeaturesCol())) {
            return super.fit(dataset);
        }
        transformSchema(dataset.schema());
        return copyValues(train(dataset).setParent(this), ParamMap.empty());
    }

    @Override
    public MultilayerPerceptronClassificationModel train(Dataset<?> dataset) {
        Frames.refuseSet(this, tol(), solver(), blockSize(), initialWeights());
        if (!isDefined(layers())) {
            throw new IllegalArgumentException("no layers: layers is not set; set it to the number of features, the"
                    + " sizes of layers between, and the number of classes");
        }
        int[] sizes = getLayers();
        Dataset<Row> labelled = Frames.labelled(dataset, getLabelCol(), getFeaturesCol());
        int classes = sizes[sizes.length - 1];
        DenseWriter writer = new DenseWriter(sizes[0], classes);
        try (Fit fit = Fit.of(labelled, writer, getOrDefault(spool()), uid())) {
            ModelFolder trained = fit.train(
                    fit.job((Integer) getOrDefault(ranks()))
                            .seed(getSeed() & Long.MAX_VALUE) // a job's are not negative
                            .set("model", "mlp")
                            .set("model.layers", network(sizes))
                            .set("data", SpooledKind.NAME)
                            .set("data.classes", classes)
                            .set("data.test", 0.0)
                            .set("data.pageRows", 1)
                            .set("virtualShards", VIRTUAL_SHARDS)
                            .set("optimizer.kind", "adam")
                            .set("optimizer.rate", getStepSize())
                            .set("schedule.kind", "linear")
                            .set("epochs", getMaxIter())
                            .set("batchSize", getOrDefault(batchSize())),
                    ModelFolder::read);
            double[] weights = weights(trained.layout(), trained.parameters());
            return new MultilayerPerceptronClassificationModel(uid(), Vectors.dense(weights));
        }
    }

    /** The layers as a job names them. */
    static String network(int[] sizes) {
        return IntStream.range(1, sizes.length)
                .mapToObj(i -> "dense " + sizes[i])
                .collect(Collectors.joining("; sigmoid; "));
    }

    /** Our parameters in Spark's order: weights by columns where ours go by rows, then the bias, for each layer. */
    static double[] weights(Layout layout, float[] parameters) {
        double[] weights = new double[layout.size()];
        for (Layout.Block block : layout.blocks()) {
            List<Integer> dimensions = block.dimensions();
            int out = dimensions.get(0);
            int in = dimensions.size() == 1 ? 1 : dimensions.get(1);
            for (int i = 0; i < block.size(); i++) {
                weights[block.from() + i % in * out + i / in] = parameters[block.from() + i];
            }
        }
        return weights;
    }
}
