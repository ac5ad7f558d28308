package dev.gradus.spark.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.feature.Word2VecModel;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The estimator in an application with two slots, on sentences of two topics that never meet. */
@Timeout(120)
class GradusWord2VecIT {

    private static final int TOPIC = 10;

    @RegisterExtension
    static final Sessions SPARK = new Sessions();

    @TempDir
    private Path folder;

    /** A word of a topic; some have what a text would take for the end of a word. */
    private static String word(int topic, int number) {
        return number == 0 ? "new york " + topic : (topic == 0 ? "sea" : "sky") + number;
    }

    private static Dataset<Row> sentences(int count) {
        SplittableRandom random = new SplittableRandom(5);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int topic = i % 2;
            String[] words = new String[10];
            Arrays.setAll(words, k -> word(topic, random.nextInt(TOPIC)));
            rows.add(RowFactory.create((Object) words));
        }
        rows.add(RowFactory.create((Object) new String[0]));
        return SPARK.frame(rows, new StructType().add("words", DataTypes.createArrayType(DataTypes.StringType)));
    }

    private GradusWord2Vec estimator() {
        return new GradusWord2Vec()
                .setInputCol("words")
                .setOutputCol("vector")
                .setVectorSize(16)
                .setMaxIter(15)
                .setRanks(2)
                .setSpool(folder.toString());
    }

    private static String[] synonyms(Word2VecModel model, String word) {
        return Arrays.stream(model.findSynonymsArray(word, TOPIC - 1))
                .map(pair -> pair._1())
                .toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource({"skipgram, hierarchical, allreduce", "cbow, negative, allreduce", "skipgram, negative, local"})
    void wordsOfATopicAreNear(String model, String output, String strategy) throws Exception {
        Word2VecModel made = estimator()
                .setModel(model)
                .setOutput(output)
                .setStrategy(strategy)
                .setStepSize(0.05)
                .fit(sentences(3000));

        assertThat(synonyms(made, "sea1")).allMatch(word -> word.startsWith("sea") || word.equals("new york 0"));
        assertThat(synonyms(made, "new york 1")).allMatch(word -> word.startsWith("sky"));
        assertThat(made.getVectors().count()).isEqualTo(2 * TOPIC);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void aSentenceIsTheMeanOfItsWords() {
        Word2VecModel model = estimator().fit(sentences(200));
        Dataset<Row> two = SPARK.frame(
                List.of(RowFactory.create((Object) new String[] {"sea1", "sky1"})),
                new StructType().add("words", DataTypes.createArrayType(DataTypes.StringType)));

        Vector mean = model.transform(two).select("vector").first().getAs(0);

        List<Row> words = model.getVectors()
                .where("word in ('sea1', 'sky1')")
                .select("vector")
                .collectAsList();
        for (int i = 0; i < mean.size(); i++) {
            double sum = words.get(0).<Vector>getAs(0).apply(i)
                    + words.get(1).<Vector>getAs(0).apply(i);
            assertThat(mean.apply(i)).isEqualTo(sum / 2, within(1e-7));
        }
    }

    @Test
    void ranksThatTakeEveryStepTogetherChangeNoBit() {
        Dataset<Row> sentences = sentences(500);

        GradusWord2Vec estimator = estimator().setStrategy("allreduce");

        List<Row> one = estimator.setRanks(1).fit(sentences).getVectors().collectAsList();
        List<Row> two = estimator.setRanks(2).fit(sentences).getVectors().collectAsList();

        assertThat(two).containsExactlyInAnyOrderElementsOf(one);
    }

    @Test
    void rareWordsAreLeftOut() {
        assertThatThrownBy(() -> estimator().setMinCount(100_000).fit(sentences(50)))
                .hasMessageStartingWith("training failed: ");
    }

    @Test
    void anEstimatorAndItsModelAreSavedLoadedAndCopied() throws Exception {
        Dataset<Row> sentences = sentences(200);
        GradusWord2Vec estimator = estimator().setModel("cbow").setSample(0.01).setWindowSize(3);
        new Pipeline()
                .setStages(new PipelineStage[] {estimator})
                .save(folder.resolve("pipeline").toString());

        Pipeline loaded = Pipeline.load(folder.resolve("pipeline").toString());
        PipelineModel model = loaded.fit(sentences);
        model.save(folder.resolve("model").toString());

        GradusWord2Vec stage = (GradusWord2Vec) loaded.getStages()[0];
        assertThat(stage.explainParams()).isEqualTo(estimator.explainParams());
        assertThat(stage.getOrDefault(stage.model())).isEqualTo("cbow");
        GradusWord2Vec copied =
                estimator.copy(new ParamMap().put(estimator.windowSize().w(4)));
        assertThat(copied.getOrDefault(copied.windowSize())).isEqualTo(4);
        assertThat(copied.getOrDefault(copied.sample())).isEqualTo(0.01);
        assertThat(PipelineModel.load(folder.resolve("model").toString())
                        .transform(sentences)
                        .collectAsList())
                .isEqualTo(model.transform(sentences).collectAsList());
    }

    @Test
    void whatIsMissingIsRefused() {
        StructType schema = new StructType().add("words", DataTypes.createArrayType(DataTypes.StringType));
        Dataset<Row> words = SPARK.frame(List.of(RowFactory.create((Object) new String[] {"a", null})), schema);
        Dataset<Row> sentences = SPARK.frame(List.of(RowFactory.create((Object) null)), schema);

        assertThatThrownBy(() -> estimator().fit(words)).hasStackTraceContaining("word is null: sentence=[a, null]");
        assertThatThrownBy(() -> estimator().fit(sentences)).hasStackTraceContaining("sentence is null; ");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void whatIsNoListOfWordsIsRefused() {
        Dataset<Row> texts =
                SPARK.frame(List.of(RowFactory.create("a b")), new StructType().add("words", DataTypes.StringType));

        assertThatThrownBy(() -> estimator().fit(texts))
                .hasMessage(
                        "column is no array of strings: inputCol=words, type=string; a Tokenizer makes one of text");
        assertThatThrownBy(() -> estimator().setModel("glove"))
                .hasMessageContaining("model")
                .hasMessageContaining("glove");
    }
}
