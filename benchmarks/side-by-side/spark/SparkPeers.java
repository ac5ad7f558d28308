import dev.gradus.data.DataSet;
import dev.gradus.data.RowSource;
import dev.gradus.data.text.Corpus;
import dev.gradus.job.Job;
import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.HashReading;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.StepReading;
import dev.gradus.run.Gradus;
import dev.gradus.spark.ml.GradusLogisticRegression;
import dev.gradus.spark.ml.GradusMlpClassifier;
import dev.gradus.spark.ml.GradusWord2Vec;
import dev.gradus.train.Kinds;
import dev.gradus.train.TextSetup;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.classification.MultilayerPerceptronClassifier;
import org.apache.spark.ml.feature.Word2Vec;
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

/**
 * Our estimators beside those of Spark MLlib, by turns in one application with two slots: WHAT ROUNDS FOLDER ITERATIONS, where WHAT is
 * logistic, word2vec, mlp or startup, and ITERATIONS are those of MLlib's logistic regression, with commas between. The first round of each is cold; the table has the others. CPU time is that of the whole process.
 */
public final class SparkPeers {

    private static final com.sun.management.OperatingSystemMXBean SYSTEM =
            (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** Questions that vectors are asked; more would take longer than some of the fits. */
    private static final int QUESTIONS = 1000;

    /** What a fit cost, and how good it is. */
    private record Cost(double cpu, double wall, double quality) {}

    private final SparkSession spark;
    private final int rounds;
    private final Path folder;
    private int frames;

    /** What the text of word2vec can be asked. */
    private final List<String> questions = new ArrayList<>();

    private final Map<String, List<Cost>> found = new LinkedHashMap<>();

    private SparkPeers(SparkSession spark, int rounds, Path folder) {
        this.spark = spark;
        this.folder = folder;
        this.rounds = rounds;
    }

    public static void main(String[] args) throws Exception {
        SparkSession spark = SparkSession.builder()
                .appName("peers")
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .getOrCreate();
        try {
            SparkPeers peers = new SparkPeers(spark, Integer.parseInt(args[1]), Path.of(args[2]));
            switch (args[0]) {
                case "logistic" -> peers.logistic(
                        Arrays.stream(args[3].split(",")).mapToInt(Integer::parseInt).toArray());
                case "word2vec" -> peers.word2vec();
                case "mlp" -> peers.mlp();
                case "startup" -> peers.startup();
                default -> throw new IllegalArgumentException("no such comparison: " + args[0]);
            }
        } finally {
            spark.stop();
        }
    }

    /** Rows of a generated set, in memory, in two partitions. */
    private Dataset<Row> rows(Map<String, Object> settings, boolean test) throws Exception {
        Kinds kinds = Kinds.load();
        Job job = Job.of(kinds.keys(), settings);
        DataSet set = kinds.rowData(job).open(job);
        RowSource source = test ? set.test() : set.train();
        List<Row> rows = new ArrayList<>();
        source.read(0, source.rows(), (features, label) -> {
            double[] values = new double[features.length];
            Arrays.setAll(values, i -> features[i]);
            rows.add(RowFactory.create((double) label, Vectors.dense(values)));
        });
        return cached(rows, LABELLED);
    }

    /** In memory, from files: rows that are handed to Spark as a list would travel with every task. */
    private Dataset<Row> cached(List<Row> rows, StructType schema) {
        return cached(spark.createDataFrame(
                JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(rows, 2), schema));
    }

    private Dataset<Row> cached(Dataset<Row> made) {
        String file = folder.resolve("frame-" + frames++).toString();
        made.write().parquet(file);
        Dataset<Row> frame = spark.read().parquet(file).coalesce(2).cache();
        System.out.println("rows " + frame.count() + ", partitions " + frame.rdd().getNumPartitions());
        return frame;
    }

    private static final StructType LABELLED = new StructType()
            .add("label", DataTypes.DoubleType, false)
            .add("features", SQLDataTypes.VectorType(), false);

    /**
     * Rows of 20 features that do not depend on each other, with a plane between the classes that rows come as near to as
     * chance has it: so accuracy rises slowly, and not at every iteration. Both are given the same rows.
     */
    private void logistic(int[] counts) throws Exception {
        Map<String, Object> linear = Map.of(
                "data", "linear", "data.rows", 1_000_000L, "data.features", 20L, "data.margin", 0.0, "data.test", 0.1);
        Dataset<Row> train = rows(linear, false);
        Dataset<Row> test = rows(linear, true);
        for (int round = 0; round <= rounds; round++) {
            for (int iterations : counts) {
                measure("MLlib, maxIter " + iterations, round, test, () -> new LogisticRegression()
                        .setMaxIter(iterations)
                        .fit(train));
                if (iterations <= 4) {
                    for (int ranks = 1; ranks <= 2; ranks++) {
                        int count = ranks;
                        measure("Gradus, passes " + iterations + ", ranks " + ranks, round, test, () ->
                                new GradusLogisticRegression().setMaxIter(iterations).setRanks(count).fit(train));
                    }
                }
            }
        }
        table("accuracy");
    }

    private void mlp() throws Exception {
        Map<String, Object> rings = Map.of("data", "rings", "data.rows", 40_000L, "data.classes", 4L);
        Dataset<Row> train = rows(rings, false);
        Dataset<Row> test = rows(rings, true);
        int[] layers = {2, 32, 32, 4};
        for (int round = 0; round <= rounds; round++) {
            measure("MLlib, maxIter 100", round, test, () -> new MultilayerPerceptronClassifier()
                    .setLayers(layers)
                    .setSeed(1)
                    .setMaxIter(100)
                    .fit(train));
            for (int ranks = 1; ranks <= 2; ranks++) {
                int count = ranks;
                measure("Gradus, 20 passes, ranks " + ranks, round, test, () -> new GradusMlpClassifier()
                        .setLayers(layers)
                        .setSeed(1)
                        .setRanks(count)
                        .fit(train));
            }
        }
        table("accuracy");
    }

    private void word2vec() throws Exception {
        Dataset<Row> sentences = sentences();
        for (int round = 0; round <= rounds; round++) {
            for (int slots = 1; slots <= 2; slots++) {
                int count = slots;
                words("MLlib, partitions " + count, round, () -> new Word2Vec()
                        .setInputCol("words")
                        .setVectorSize(100)
                        .setSeed(1)
                        .setNumPartitions(count)
                        .fit(sentences));
                words("Gradus local, ranks " + count, round, () -> ours(count).setStrategy("local").fit(sentences));
                words("Gradus allreduce, ranks " + count, round, () -> ours(count).setStrategy("allreduce").fit(sentences));
            }
        }
        table("analogies");
    }

    private static GradusWord2Vec ours(int ranks) {
        return new GradusWord2Vec().setInputCol("words").setVectorSize(100).setRanks(ranks);
    }

    /** A million words of a generated text. */
    private Dataset<Row> sentences() throws Exception {
        Kinds kinds = Kinds.load();
        Job job = Job.of(
                kinds.keys(),
                Map.of(
                        "model", "skipgram",
                        "data", "relations",
                        "data.words", 1_000_000L,
                        "data.cache", folder.toString()));
        List<Row> rows = new ArrayList<>();
        try (Corpus corpus = TextSetup.corpus(job, kinds)) {
            questions.addAll(corpus.questions());
            int[] tokens = new int[(int) corpus.length()];
            corpus.read(0, tokens, tokens.length);
            List<String> sentence = new ArrayList<>();
            for (int token : tokens) {
                if (token != Corpus.END) {
                    sentence.add(corpus.vocabulary().word(token));
                } else {
                    rows.add(RowFactory.create((Object) sentence.toArray(new String[0])));
                    sentence.clear();
                }
            }
        }
        return cached(rows, new StructType().add("words", DataTypes.createArrayType(DataTypes.StringType)));
    }

    /** From the call to the first step of ranks, in an application that runs already. */
    private void startup() throws Exception {
        for (int round = 0; round <= rounds; round++) {
            AtomicLong begun = new AtomicLong();
            long cpu = SYSTEM.getProcessCpuTime();
            long start = System.nanoTime();
            Gradus.job()
                    .set("launch", "spark")
                    .set("launch.warmUp", "0s")
                    .set("data.rows", 10_000)
                    .ranks(2)
                    .observer(new Beginning(begun))
                    .train();
            double whole = (System.nanoTime() - start) / 1e9;
            double used = (SYSTEM.getProcessCpuTime() - cpu) / 1e9;
            double until = (begun.get() - start) / 1e9;
            System.out.printf("round %d: until the first step %.3f s, whole run %.3f s%n", round, until, whole);
            if (round > 0) {
                found.computeIfAbsent("start-up", key -> new ArrayList<>()).add(new Cost(used, until, whole));
            }
        }
        table("whole s");
    }

    /** Remembers when training began. */
    private record Beginning(AtomicLong at) implements RunObserver {

        @Override
        public void begins(List<String> header, long totalSteps, long totalSamples) {
            at.set(System.nanoTime());
        }

        @Override
        public void step(StepReading reading) {}

        @Override
        public void evaluated(EvaluationReading reading) {}

        @Override
        public void hashed(HashReading reading) {}

        @Override
        public void log(int rank, String line) {}
    }

    private void measure(String name, int round, Dataset<Row> test, Supplier<? extends Model<?>> fit) {
        add(name, round, fit, model -> model.transform(test).where("label = prediction").count() / (double) test.count());
    }

    private void words(String name, int round, Supplier<Word2VecModel> fit) {
        add(name, round, fit, this::analogies);
    }

    /** The share of the text's own questions "a is to b as c is to which d?" whose answer is nearest to b - a + c. */
    private double analogies(Word2VecModel model) {
        Map<String, float[]> units = new HashMap<>();
        for (Row row : model.getVectors().collectAsList()) {
            double[] vector = row.<Vector>getAs(1).toArray();
            double length = Math.sqrt(Arrays.stream(vector).map(x -> x * x).sum());
            float[] unit = new float[vector.length];
            for (int i = 0; i < unit.length; i++) {
                unit[i] = (float) (vector[i] / length);
            }
            units.put(row.getString(0), unit);
        }
        List<String[]> asked = questions.stream()
                .map(line -> line.trim().split("\\s+"))
                .filter(words -> words.length == 4 && units.keySet().containsAll(List.of(words)))
                .limit(QUESTIONS)
                .toList();
        return asked.stream().filter(words -> words[3].equals(answer(units, words))).count() / (double) asked.size();
    }

    private static String answer(Map<String, float[]> units, String[] words) {
        float[] wanted = new float[units.get(words[0]).length];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = units.get(words[1])[i] - units.get(words[0])[i] + units.get(words[2])[i];
        }
        List<String> given = List.of(words).subList(0, 3);
        String best = "";
        double most = Double.NEGATIVE_INFINITY;
        for (Map.Entry<String, float[]> word : units.entrySet()) {
            float[] unit = word.getValue();
            double dot = 0;
            for (int i = 0; i < wanted.length; i++) {
                dot += wanted[i] * unit[i];
            }
            if (dot > most && !given.contains(word.getKey())) {
                most = dot;
                best = word.getKey();
            }
        }
        return best;
    }

    private <M> void add(String name, int round, Supplier<M> fit, ToDoubleFunction<M> quality) {
        System.gc();
        long cpu = SYSTEM.getProcessCpuTime();
        long start = System.nanoTime();
        M model = fit.get();
        double wall = (System.nanoTime() - start) / 1e9;
        double used = (SYSTEM.getProcessCpuTime() - cpu) / 1e9;
        Cost cost = new Cost(used, wall, quality.applyAsDouble(model));
        System.out.printf("round %d: %-32s %7.2f CPU-s %7.2f s %8.5f%n", round, name, used, wall, cost.quality());
        if (round > 0) {
            found.computeIfAbsent(name, key -> new ArrayList<>()).add(cost);
        }
    }

    private void table(String quality) {
        System.out.printf("%-32s %24s %24s %10s%n", "warm, median (lowest-highest)", "CPU-s", "s", quality);
        found.forEach((name, costs) -> System.out.printf(
                "%-32s %24s %24s %10.5f%n",
                name,
                spread(costs.stream().mapToDouble(Cost::cpu).sorted().toArray()),
                spread(costs.stream().mapToDouble(Cost::wall).sorted().toArray()),
                costs.stream().mapToDouble(Cost::quality).sorted().toArray()[costs.size() / 2]));
    }

    private static String spread(double[] sorted) {
        return String.format("%.2f (%.2f-%.2f)", sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }
}
