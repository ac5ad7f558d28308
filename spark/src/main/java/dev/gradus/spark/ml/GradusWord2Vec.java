package dev.gradus.spark.ml;

import dev.gradus.data.text.Vocabulary;
import dev.gradus.model.Table;
import dev.gradus.model.vectors.VectorFolder;
import dev.gradus.model.vectors.WordVectors;
import dev.gradus.run.JobBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.feature.Word2VecModel;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Spark's Word2Vec, trained on the ranks of a barrier stage, with more ways to learn. What comes of it is Spark's own
 * model, so all that Spark does with one works. The settings of Spark's estimator have its names and defaults;
 * {@code numPartitions} is called {@code ranks}.
 */
public final class GradusWord2Vec extends Estimator<Word2VecModel>
        implements DefaultParamsWritable, OnRanks<GradusWord2Vec> {

    private static final long serialVersionUID = 1L;

    /**
     * Blocks of so many words, of which so many are learnt from at once: as good as one by one (docs/algorithms.md).
     */
    private static final int BLOCK = 1000;

    private static final int VIRTUAL_SHARDS = 8;

    private final String uid;
    private final Word2VecParams params;
    private final RankParams shared;
    private final Param<String> model;
    private final Param<String> output;
    private final IntParam negatives;
    private final DoubleParam sample;
    private final Param<String> strategy;

    public GradusWord2Vec() {
        this(Identifiable$.MODULE$.randomUID("gradusWord2Vec"));
    }

    /** What Spark calls when it copies or loads one. */
    public GradusWord2Vec(String uid) {
        this.uid = uid;
        this.params = Word2VecParams.of(this);
        this.shared = RankParams.of(this);
        this.model = choice("model", "what is predicted from what", "skipgram", "cbow");
        this.output = choice("output", "how a word is predicted", "hierarchical", "negative");
        this.negatives = new IntParam(
                this,
                "negatives",
                "words drawn to tell a word from, with output=negative (> 0)",
                ParamValidators.gt(0));
        this.sample = new DoubleParam(
                this,
                "sample",
                "share of the text above which a word is skipped at times; 0 = off",
                ParamValidators.inRange(0, 1));
        this.strategy = choice(
                "strategy",
                "how ranks learn together, by averaging now and then or in every step, which is slower and gives the"
                        + " same vectors on any number of ranks",
                "local",
                "allreduce");
        setDefaults();
    }

    private Param<String> choice(String name, String doc, String... values) {
        return new Param<>(
                this, name, doc + ": " + String.join(", ", values), ParamValidators.inArray(List.of(values)));
    }

    private void setDefaults() {
        setDefault(outputCol(), uid + "__output");
        setDefault(vectorSize(), 100);
        setDefault(windowSize(), 5);
        setDefault(minCount(), 5);
        setDefault(maxSentenceLength(), 1000);
        setDefault(maxIter(), 1);
        setDefault(stepSize(), 0.025);
        setDefault(seed(), 1L);
        setDefault(ranks(), 1);
        setDefault(spool(), "");
        setDefault(model, "skipgram");
        setDefault(output, "hierarchical");
        setDefault(negatives, 5);
        setDefault(sample, 0.0);
        setDefault(strategy, "local");
    }

    /** What Spark calls to load one inside a pipeline. */
    public static MLReader<GradusWord2Vec> read() {
        return new DefaultParamsReader<>();
    }

    /** Reads one that {@code save} has written. */
    public static GradusWord2Vec load(String path) {
        return read().load(path);
    }

    @Override
    public String uid() {
        return uid;
    }

    public Param<String> inputCol() {
        return params.inputCol();
    }

    public Param<String> outputCol() {
        return params.outputCol();
    }

    public IntParam vectorSize() {
        return params.vectorSize();
    }

    public IntParam windowSize() {
        return params.windowSize();
    }

    public IntParam minCount() {
        return params.minCount();
    }

    public IntParam maxSentenceLength() {
        return params.maxSentenceLength();
    }

    public IntParam maxIter() {
        return params.maxIter();
    }

    public DoubleParam stepSize() {
        return params.stepSize();
    }

    public LongParam seed() {
        return params.seed();
    }

    @Override
    public RankParams rankParams() {
        return shared;
    }

    public Param<String> model() {
        return model;
    }

    public Param<String> output() {
        return output;
    }

    public IntParam negatives() {
        return negatives;
    }

    public DoubleParam sample() {
        return sample;
    }

    public Param<String> strategy() {
        return strategy;
    }

    public GradusWord2Vec setInputCol(String column) {
        return with(inputCol(), column);
    }

    public GradusWord2Vec setOutputCol(String column) {
        return with(outputCol(), column);
    }

    public GradusWord2Vec setVectorSize(int value) {
        return with(vectorSize(), value);
    }

    public GradusWord2Vec setWindowSize(int value) {
        return with(windowSize(), value);
    }

    public GradusWord2Vec setMinCount(int value) {
        return with(minCount(), value);
    }

    public GradusWord2Vec setMaxSentenceLength(int value) {
        return with(maxSentenceLength(), value);
    }

    /** Passes over the sentences. */
    public GradusWord2Vec setMaxIter(int value) {
        return with(maxIter(), value);
    }

    public GradusWord2Vec setStepSize(double value) {
        return with(stepSize(), value);
    }

    public GradusWord2Vec setSeed(long value) {
        return with(seed(), value);
    }

    /** {@code skipgram} or {@code cbow}. */
    public GradusWord2Vec setModel(String value) {
        return with(model, value);
    }

    /** {@code hierarchical} or {@code negative}. */
    public GradusWord2Vec setOutput(String value) {
        return with(output, value);
    }

    public GradusWord2Vec setNegatives(int value) {
        return with(negatives, value);
    }

    public GradusWord2Vec setSample(double value) {
        return with(sample, value);
    }

    /** {@code local} or {@code allreduce}. */
    public GradusWord2Vec setStrategy(String value) {
        return with(strategy, value);
    }

    @Override
    public GradusWord2Vec copy(ParamMap extra) {
        return defaultCopy(extra);
    }

    @Override
    public StructType transformSchema(StructType schema) {
        String input = text(inputCol());
        DataType type = schema.apply(input).dataType();
        if (!(type instanceof ArrayType array) || !array.elementType().equals(DataTypes.StringType)) {
            throw new IllegalArgumentException("column is no array of strings: inputCol=" + input + ", type="
                    + type.catalogString() + "; a Tokenizer makes one of text");
        }
        return schema.add(text(outputCol()), SQLDataTypes.VectorType(), true);
    }

    @Override
    public Word2VecModel fit(Dataset<?> dataset) {
        transformSchema(dataset.schema());
        Dataset<Row> sentences = Frames.column(dataset, text(inputCol()));
        try (Fit fit = Fit.of(sentences, new SentenceWriter(), text(spool()), uid)) {
            WordVectors vectors =
                    fit.train(job(fit), folder -> VectorFolder.read(folder).vectors());
            Word2VecModel made = new Word2VecModel(uid, ofSpark(vectors));
            return copyValues(made.setParent(this), ParamMap.empty());
        }
    }

    private JobBuilder job(Fit fit) {
        int count = whole(ranks());
        boolean alone = count == 1 && text(strategy).equals("local");
        JobBuilder job = fit.cachedJob(count)
                .seed(((Long) getOrDefault(seed())) & Long.MAX_VALUE) // a job's are not negative
                .set("model", text(model))
                .set("model.output", text(output))
                .set("model.dimension", whole(vectorSize()))
                .set("model.window", whole(windowSize()))
                .set("model.negatives", whole(negatives))
                .set("model.sample", getOrDefault(sample))
                .set("data", "text")
                .set("data.tokenizer", "whitespace")
                .set("data.gutenberg", "false")
                .set("data.minCount", Math.max(1, whole(minCount())))
                .set("data.sentence", whole(maxSentenceLength()))
                .set("strategy", alone ? "sequential" : text(strategy))
                .set("epochs", whole(maxIter()))
                .set("optimizer.rate", getOrDefault(stepSize()))
                .set("schedule.kind", "linear")
                .set("schedule.end", 1e-4);
        if (text(strategy).equals("allreduce")) {
            // Sums of changes would learn more, and overshoot where words are few.
            job.set("strategy.combine", "mean").set("data.block", BLOCK).set("virtualShards", VIRTUAL_SHARDS);
        }
        return job;
    }

    private String text(Param<String> param) {
        return getOrDefault(param);
    }

    private int whole(IntParam param) {
        return (Integer) getOrDefault(param);
    }

    private static org.apache.spark.mllib.feature.Word2VecModel ofSpark(WordVectors vectors) {
        Vocabulary vocabulary = vectors.vocabulary();
        Map<String, Object> numbers = new HashMap<>();
        for (int i = 0; i < vocabulary.size(); i++) {
            numbers.put(WordText.read(vocabulary.word(i)), i);
        }
        Table table = vectors.table();
        float[] values = new float[Math.multiplyExact(table.rows(), table.width())];
        table.copyTo(values, 0);
        return new org.apache.spark.mllib.feature.Word2VecModel(
                scala.collection.immutable.Map.from(CollectionConverters.asScala(numbers)), values);
    }
}
