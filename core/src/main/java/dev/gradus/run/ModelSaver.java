package dev.gradus.run;

import dev.gradus.data.DataException;
import dev.gradus.data.ImageShape;
import dev.gradus.data.Shape;
import dev.gradus.data.sparse.FeatureList;
import dev.gradus.data.sparse.SparseKind;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.text.Corpus;
import dev.gradus.data.text.Vocabulary;
import dev.gradus.job.Job;
import dev.gradus.math.Kernels;
import dev.gradus.metrics.RankReport;
import dev.gradus.model.Model;
import dev.gradus.model.ModelFolder;
import dev.gradus.model.SparseModel;
import dev.gradus.model.Table;
import dev.gradus.model.TextModelKind;
import dev.gradus.model.sparse.SparseFolder;
import dev.gradus.model.sparse.SparseWeights;
import dev.gradus.model.vectors.Analogies;
import dev.gradus.model.vectors.AnalogyScores;
import dev.gradus.model.vectors.ThreeCosAdd;
import dev.gradus.model.vectors.VectorFolder;
import dev.gradus.model.vectors.WordVectors;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Kinds;
import dev.gradus.train.RunResult;
import dev.gradus.train.SparseSetup;
import dev.gradus.train.TextSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes what a run has learnt, in the form that models of its kind have. */
final class ModelSaver {

    private final Kinds kinds;

    ModelSaver(Kinds kinds) {
        this.kinds = kinds;
    }

    /** Saves the model, and returns what it scores on questions that its own data bring along. */
    Map<String, Object> save(Job job, RunResult result, Path folder) throws IOException {
        if (kinds.model(job) instanceof TextModelKind text) {
            return saveWords(job, text, result, folder);
        }
        if (kinds.data(job) instanceof SparseKind sparse) {
            saveWeights(job, sparse, result, folder);
        } else {
            saveRows(job, result, folder);
        }
        return Map.of();
    }

    private void saveWeights(Job job, SparseKind data, RunResult result, Path folder) throws IOException {
        float[] parameters = result.parameters();
        try (SparseSet set = SparseSetup.openAgain(job, kinds, data, parameters.length)) {
            requireLearnt(set.facts(), result);
            FeatureList features = set.features();
            SparseModel.Weights learnt =
                    SparseSetup.model(job, kinds, features.size()).weights(parameters);
            SparseWeights weights = SparseWeights.of(features, learnt);
            SparseFolder.write(folder, kinds.model(job).name(), settings(job), weights);
        }
    }

    /** Refuses data in which features or words may have other places than in those that were learnt from. */
    private static void requireLearnt(String found, RunResult result) throws DataException {
        String learnt = result.reports().get(0).data();
        if (!found.equals(learnt)) {
            throw new DataException(
                    "data changed during the run, so that its weights cannot be told apart: learnt from=" + learnt
                            + ", now=" + found + "; bring back the data of the run and resume it, or train anew");
        }
    }

    private void saveRows(Job job, RunResult result, Path folder) throws IOException {
        RankReport report = result.reports().get(0);
        Shape shape = report.image().isEmpty()
                ? new Shape(report.features(), report.classes())
                : Shape.of(ImageShape.parse(report.image()), report.classes());
        Model model = kinds.rowModel(job).create(job, shape, Kernels.plain());
        ModelFolder.write(folder, model, settings(job), result.parameters());
    }

    private Map<String, Object> saveWords(Job job, TextModelKind kind, RunResult result, Path folder)
            throws IOException {
        try (Corpus corpus = TextSetup.corpus(job, kinds)) {
            requireLearnt(corpus.facts(), result);
            Vocabulary vocabulary = corpus.vocabulary();
            List<Table> tables = kind.create(job, vocabulary, job.get(JobKeys.SEED), Kernels.plain())
                    .tables(result.parameters());
            VectorFolder.write(folder, kind.name(), settings(job), vocabulary, tables);
            return questions(job, corpus, new WordVectors(vocabulary, tables.get(0)));
        }
    }

    private static Map<String, Object> questions(Job job, Corpus corpus, WordVectors vectors) throws DataException {
        List<String> questions = corpus.questions();
        if (questions.isEmpty()) {
            return Map.of();
        }
        Analogies analogies = Analogies.parse(questions, job.get(JobKeys.DATA_KIND));
        Kernels kernels = Kernels.choose(job.get(JobKeys.KERNELS));
        AnalogyScores scores = new ThreeCosAdd(vectors, vectors.size(), kernels).score(analogies);
        return Map.of("analogyAccuracy", scores.total().accuracy());
    }

    private Map<String, Object> settings(Job job) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put(JobKeys.MODEL_KIND.name(), job.get(JobKeys.MODEL_KIND));
        kinds.model(job)
                .keys()
                .forEach(key -> settings.put(key.name(), job.resolved().get(key.name())));
        return settings;
    }
}
