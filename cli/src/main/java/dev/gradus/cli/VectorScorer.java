package dev.gradus.cli;

import dev.gradus.data.DataException;
import dev.gradus.data.text.Corpus;
import dev.gradus.formats.WordVectorsFile;
import dev.gradus.job.Job;
import dev.gradus.math.Kernels;
import dev.gradus.model.vectors.Analogies;
import dev.gradus.model.vectors.AnalogyScores;
import dev.gradus.model.vectors.SimilarityScore;
import dev.gradus.model.vectors.SimilarityTest;
import dev.gradus.model.vectors.ThreeCosAdd;
import dev.gradus.model.vectors.WordVectors;
import dev.gradus.report.Figures;
import dev.gradus.report.Table;
import dev.gradus.train.Kinds;
import dev.gradus.train.TextSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Scores vectors of words on analogies and on pairs whose similarity people judged. */
final class VectorScorer implements Scorer {

    @Option(
            names = "--analogies",
            paramLabel = "FILE",
            description = "Analogy questions, as in questions-words.txt of word2vec.")
    private @Nullable Path analogies;

    @Option(
            names = "--similarity",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Pairs of words with their similarity, as in WordSim-353 and SimLex-999.")
    private List<Path> similarity = List.of();

    @Option(
            names = "--vocabulary",
            paramLabel = "WORDS",
            description = "How many of the most frequent words take part in analogies" + " (default: "
                    + ThreeCosAdd.DEFAULT_WORDS + ").")
    private @Nullable Integer vocabulary;

    @Override
    public boolean accepts(Path path) {
        return WordVectorsFile.isOne(path);
    }

    @Override
    public String takes() {
        return "vectors of words";
    }

    @Override
    public List<String> options() {
        List<String> given = new ArrayList<>();
        if (analogies != null) {
            given.add("--analogies");
        }
        if (!similarity.isEmpty()) {
            given.add("--similarity");
        }
        if (vocabulary != null) {
            given.add("--vocabulary");
        }
        return given;
    }

    @Override
    public Score score(Path path) throws IOException, JobFileException {
        int most = vocabulary == null ? ThreeCosAdd.DEFAULT_WORDS : vocabulary;
        if (most < 1) {
            throw new JobFileException("bad value: --vocabulary=" + most + "; expected 1 or more");
        }
        // Test sets first: they are small, and a mistake in one should not cost the time to load the vectors.
        Analogies questions = questions(path);
        List<SimilarityTest> tests = new ArrayList<>();
        for (Path file : similarity) {
            tests.add(SimilarityTest.read(file));
        }
        WordVectors vectors = WordVectorsFile.load(path);
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("words", vectors.size());
        figures.put("dimension", vectors.dimension());
        StringBuilder text = new StringBuilder();
        if (questions != null) {
            most = Math.min(most, vectors.size());
            ThreeCosAdd test = new ThreeCosAdd(vectors, most, Kernels.choose(Kernels.AUTO));
            addAnalogies(test.score(questions), most, figures, text);
        }
        addSimilarity(tests, vectors, figures, text);
        return new Score(figures, text.toString().stripTrailing());
    }

    /** The questions that were named; else, where no test set was, those that the run's own data bring along. */
    private @Nullable Analogies questions(Path path) throws IOException, JobFileException {
        if (analogies != null) {
            return Analogies.read(analogies);
        }
        if (!similarity.isEmpty()) {
            return null;
        }
        List<String> own = ownQuestions(path);
        if (own.isEmpty()) {
            throw new DataException(
                    "nothing to evaluate on: model=" + path + "; name test sets with --analogies or --similarity");
        }
        return Analogies.parse(own, path.toString());
    }

    private static List<String> ownQuestions(Path path) throws IOException, JobFileException {
        Path jobFile = path.resolve("job.yaml");
        if (!Files.exists(jobFile)) {
            return List.of();
        }
        Kinds kinds = Kinds.load();
        Job job = JobFile.load(jobFile, List.of(), kinds).job();
        try (Corpus corpus = TextSetup.corpus(job, kinds)) {
            return corpus.questions();
        }
    }

    private static void addAnalogies(AnalogyScores scores, int most, Map<String, Object> figures, StringBuilder text) {
        AnalogyScores.Section total = scores.total();
        figures.put("vocabulary", most);
        figures.put("analogyAccuracy", total.accuracy());
        figures.put("semanticAccuracy", scores.semantic().accuracy());
        figures.put("syntacticAccuracy", scores.syntactic().accuracy());
        figures.put("questions", total.questions());
        figures.put("correct", total.correct());
        figures.put("outOfVocabulary", total.outOfVocabulary());
        figures.put(
                "sections",
                scores.sections().stream().map(VectorScorer::section).toList());
        Table table = new Table(List.of("section", "correct", "questions", "unknown", "accuracy"));
        scores.sections().forEach(section -> table.add(row(section)));
        for (AnalogyScores.Section sum : List.of(scores.semantic(), scores.syntactic(), total)) {
            table.add(row(sum));
        }
        text.append("analogies among ")
                .append(Figures.count((double) most))
                .append(" words: accuracy ")
                .append(percent(total.accuracy()))
                .append("\n\n")
                .append(table.text())
                .append('\n');
    }

    private static Map<String, Object> section(AnalogyScores.Section section) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("name", section.name());
        figures.put("syntactic", section.syntactic());
        figures.put("questions", section.questions());
        figures.put("correct", section.correct());
        figures.put("outOfVocabulary", section.outOfVocabulary());
        figures.put("accuracy", section.accuracy());
        return figures;
    }

    private static List<String> row(AnalogyScores.Section section) {
        return List.of(
                JobFileException.oneLine(section.name()),
                Figures.count((double) section.correct()),
                Figures.count((double) section.questions()),
                Figures.count((double) section.outOfVocabulary()),
                percent(section.accuracy()));
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "-" : Figures.fixed(100 * share, 1) + " %";
    }

    private void addSimilarity(
            List<SimilarityTest> tests, WordVectors vectors, Map<String, Object> figures, StringBuilder text) {
        List<Object> entries = new ArrayList<>();
        for (int i = 0; i < tests.size(); i++) {
            SimilarityScore score = tests.get(i).score(vectors);
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("file", similarity.get(i).toString());
            entry.put("spearman", score.spearman());
            entry.put("pairs", score.pairs());
            entry.put("outOfVocabulary", score.outOfVocabulary());
            entries.add(entry);
            text.append(JobFileException.oneLine(similarity.get(i).getFileName() + ""))
                    .append(": Spearman ")
                    .append(Figures.fixed(score.spearman(), 4))
                    .append(" over ")
                    .append(Figures.count((double) score.pairs()))
                    .append(" pairs, unknown ")
                    .append(Figures.count((double) score.outOfVocabulary()))
                    .append('\n');
        }
        if (!entries.isEmpty()) {
            figures.put("similarity", entries);
        }
    }
}
