package dev.gradus.cli;

import dev.gradus.data.sparse.SparseKind;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.SparseSource;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.math.ParametersHash;
import dev.gradus.model.Evaluation;
import dev.gradus.model.sparse.SparseFolder;
import dev.gradus.model.sparse.SparseScores;
import dev.gradus.report.Figures;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Kinds;
import dev.gradus.train.SparseSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Scores a model of sparse rows on the rows that its run held out, or on all rows of a file. */
final class SparseScoring {

    private SparseScoring() {}

    /** Whether the model there, in a run or by itself, is one of sparse rows. */
    static boolean accepts(Path path) {
        return SparseFolder.isOne(folder(path));
    }

    private static Path folder(Path path) {
        return Files.isDirectory(path.resolve("model")) ? path.resolve("model") : path;
    }

    /** Scores on a file, or on what was held out where there is none; settings replace those of the run's job. */
    static Scorer.Score score(Path path, @Nullable Path data, List<Setting> settings)
            throws IOException, JobFileException {
        SparseFolder stored = SparseFolder.read(folder(path));
        Kinds kinds = Kinds.load();
        Job job = job(path, data, settings, kinds);
        if (!(kinds.data(job) instanceof SparseKind kind)) {
            throw new JobFileException(JobKeys.DATA_KIND + "=" + job.get(JobKeys.DATA_KIND)
                    + " gives no sparse rows, but the model in " + path + " is of such");
        }
        try (SparseSet set = SparseSetup.open(job, kinds, kind)) {
            SparseSource rows = data == null ? set.test() : set.train();
            if (rows.rows() == 0) {
                throw new JobFileException(path + ": no rows to evaluate on; name some with --data");
            }
            Evaluation evaluation = SparseScores.of(stored.weights(), set.features(), rows);
            return score(evaluation, stored);
        } catch (JobException e) {
            throw new JobFileException(String.valueOf(e.getMessage()));
        }
    }

    private static Job job(Path path, @Nullable Path data, List<Setting> settings, Kinds kinds)
            throws IOException, JobFileException {
        Path jobFile = path.resolve("job.yaml");
        boolean isRun = Files.exists(jobFile);
        List<Setting> all = new ArrayList<>();
        if (data != null) {
            all.add(Setting.option("--data", "data.path", data.toString()));
            all.add(Setting.option("--data", "data.test", "0"));
            all.add(Setting.option("--data", "data.testPath", "\"\"")); // or the run's own would be read as well
        } else if (!isRun) {
            throw new JobFileException(
                    path + ": not a run folder, so it has no rows of its own; name some with --data");
        }
        all.addAll(settings);
        if (isRun) {
            return JobFile.load(jobFile, all, kinds).job();
        }
        JobReader reader = new JobReader(kinds.keys());
        reader.add(Setting.option("--data", JobKeys.DATA_KIND.name(), "libsvm"));
        for (Setting setting : all) {
            reader.add(setting);
        }
        return reader.job();
    }

    private static Scorer.Score score(Evaluation evaluation, SparseFolder stored) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("samples", evaluation.rows());
        figures.put("loss", evaluation.loss());
        figures.put("accuracy", evaluation.accuracy());
        figures.put("auc", evaluation.auc());
        figures.put("precision", evaluation.precision());
        figures.put("recall", evaluation.recall());
        figures.put("weights", stored.weights().size());
        figures.put("parametersHash", ParametersHash.of(stored.weights().weights()));
        String text = Figures.count((double) evaluation.rows()) + " rows: loss " + Figures.fixed(evaluation.loss(), 5)
                + ", accuracy " + Figures.fixed(evaluation.accuracy(), 5) + ", AUC "
                + Figures.fixed(evaluation.auc(), 5) + ", precision " + Figures.fixed(evaluation.precision(), 5)
                + ", recall " + Figures.fixed(evaluation.recall(), 5);
        return new Scorer.Score(figures, text);
    }
}
