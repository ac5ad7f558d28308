package dev.gradus.cli;

import dev.gradus.data.Shape;
import dev.gradus.data.text.Corpus;
import dev.gradus.data.text.Vocabulary;
import dev.gradus.job.Job;
import dev.gradus.math.Kernels;
import dev.gradus.metrics.RankReport;
import dev.gradus.model.Model;
import dev.gradus.model.ModelFolder;
import dev.gradus.model.PlainTable;
import dev.gradus.model.TextModelKind;
import dev.gradus.model.vectors.Table;
import dev.gradus.model.vectors.VectorFolder;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Kinds;
import dev.gradus.train.RunResult;
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

    void save(Job job, RunResult result, Path folder) throws IOException {
        if (kinds.model(job) instanceof TextModelKind text) {
            saveWords(job, text, result.parameters(), folder);
        } else {
            saveRows(job, result, folder);
        }
    }

    private void saveRows(Job job, RunResult result, Path folder) throws IOException {
        RankReport report = result.reports().get(0);
        Shape shape = new Shape(report.features(), report.classes());
        Model model = kinds.rowModel(job).create(job, shape, Kernels.plain());
        ModelFolder.write(folder, model, settings(job), result.parameters());
    }

    private void saveWords(Job job, TextModelKind kind, float[] parameters, Path folder) throws IOException {
        try (Corpus corpus = TextSetup.corpus(job, kinds)) {
            Vocabulary vocabulary = corpus.vocabulary();
            List<PlainTable> tables = kind.create(job, vocabulary, job.get(JobKeys.SEED), Kernels.plain())
                    .tables(parameters);
            List<Table> stored = tables.stream().map(ModelSaver::table).toList();
            VectorFolder.write(folder, kind.name(), settings(job), vocabulary, stored);
        }
    }

    /** A table of one row is a vector. */
    private static Table table(PlainTable table) {
        return Table.of(table.name(), table.rows() == 1 ? 1 : table.columns(), table.values());
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
