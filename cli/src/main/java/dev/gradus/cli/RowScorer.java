package dev.gradus.cli;

import dev.gradus.data.DataException;
import dev.gradus.data.DataSet;
import dev.gradus.data.RowSource;
import dev.gradus.data.RowStore;
import dev.gradus.data.Shape;
import dev.gradus.job.Job;
import dev.gradus.math.Kernels;
import dev.gradus.math.ParametersHash;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Model;
import dev.gradus.model.ModelFolder;
import dev.gradus.model.Replica;
import dev.gradus.model.RowModelKind;
import dev.gradus.report.Figures;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Kinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Scores a model of rows on the rows that its run held out, or on those of a file. */
final class RowScorer implements Scorer {

    /** Rows scored at a time, so that a file larger than memory can be scored. */
    private static final int ROWS_AT_ONCE = 1 << 16;

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description =
                    "CSV file, or sparse rows or a folder of images of the run's data.kind (default: the rows that the run"
                            + " held out).")
    private @Nullable Path data;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Sets a data key, like data.label=target.")
    private List<String> settings = List.of();

    @Override
    public boolean accepts(Path path) {
        return true;
    }

    @Override
    public String takes() {
        return "a model of rows";
    }

    @Override
    public List<String> options() {
        List<String> given = new ArrayList<>();
        if (data != null) {
            given.add("--data");
        }
        if (!settings.isEmpty()) {
            given.add("--set");
        }
        return given;
    }

    @Override
    public Score score(Path path) throws IOException, JobFileException {
        if (SparseScoring.accepts(path)) {
            return SparseScoring.score(path, data, parsed());
        }
        Kinds kinds = Kinds.load();
        boolean isRun = Files.isDirectory(path.resolve("model"));
        ModelFolder stored = ModelFolder.read(isRun ? path.resolve("model") : path);
        Job modelJob = Job.of(kinds.keys(), stored.settings());
        Kernels kernels = Kernels.choose(modelJob.get(JobKeys.KERNELS));
        RowModelKind kind = kinds.rowModel(modelJob);
        Model model = kind.create(modelJob, stored.shape(), kernels);
        if (!model.layout().fits(stored.layout())) {
            throw new JobFileException(path + ": layout differs from that of its kind: stored="
                    + stored.layout().fingerprint() + ", kind=" + model.layout().fingerprint());
        }
        RowSource rows = rows(path, kinds, stored.shape());
        return score(evaluate(model, kind.store(), stored.parameters(), rows), stored.parameters());
    }

    private RowSource rows(Path path, Kinds kinds, Shape shape) throws DataException, JobFileException {
        RowSource rows = data == null ? heldOut(path, kinds, parsed()) : named(path, kinds, data, shape);
        if (rows.shape().features() != shape.features() || rows.shape().classes() > shape.classes()) {
            throw new DataException("data does not fit the model: data features="
                    + rows.shape().features()
                    + " classes=" + rows.shape().classes() + ", model features=" + shape.features() + " classes="
                    + shape.classes());
        }
        if (rows.rows() == 0) {
            throw new DataException("no rows to evaluate on; name some with --data");
        }
        return rows;
    }

    /** The rows of a file; of images those held out, since a folder of them has both sorts. */
    private RowSource named(Path path, Kinds kinds, Path file, Shape shape) throws DataException, JobFileException {
        if (shape.image() == null || !Files.exists(path.resolve("job.yaml"))) {
            return file(kinds, file, shape);
        }
        List<Setting> all = new ArrayList<>(List.of(Setting.option("--data", "data.path", file.toString())));
        all.addAll(parsed());
        return heldOut(path, kinds, all);
    }

    private static RowSource heldOut(Path path, Kinds kinds, List<Setting> changed)
            throws DataException, JobFileException {
        Path jobFile = path.resolve("job.yaml");
        if (!Files.exists(jobFile)) {
            throw new JobFileException(
                    path + ": not a run folder, so it has no rows of its own; name some with --data");
        }
        Job job = JobFile.load(jobFile, changed, kinds).job();
        return kinds.rowData(job).open(job).test();
    }

    private RowSource file(Kinds kinds, Path file, Shape shape) throws DataException, JobFileException {
        List<Setting> all = new ArrayList<>(List.of(
                Setting.option("--data", "data.kind", "csv"),
                Setting.option("--data", "data.path", file.toString()),
                Setting.option("--data", "data.test", "0"),
                Setting.option("--data", "data.classes", Integer.toString(shape.classes()))));
        all.addAll(parsed());
        JobReader reader = new JobReader(kinds.keys());
        for (Setting setting : all) {
            reader.add(setting);
        }
        Job job = reader.job();
        DataSet set = kinds.rowData(job).open(job);
        return set.train();
    }

    private List<Setting> parsed() throws JobFileException {
        List<Setting> parsed = new ArrayList<>();
        for (String setting : settings) {
            parsed.add(Setting.parse(setting));
        }
        return parsed;
    }

    private static Evaluation evaluate(Model model, RowStore.Loader loader, float[] parameters, RowSource rows)
            throws DataException {
        try (Replica replica = model.replica()) {
            Evaluation evaluation = Evaluation.countingGuesses(model.shape().classes());
            for (long from = 0; from < rows.rows(); from += ROWS_AT_ONCE) {
                RowStore part = loader.load(rows, from, Math.min(rows.rows(), from + ROWS_AT_ONCE));
                replica.evaluate(parameters, part, 0, part.rows(), evaluation);
            }
            return evaluation;
        }
    }

    private static Score score(Evaluation evaluation, float[] parameters) {
        double auc = evaluation.auc();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("samples", evaluation.rows());
        figures.put("loss", evaluation.loss());
        figures.put("accuracy", evaluation.accuracy());
        figures.put("auc", auc);
        figures.put("confusion", Confusion.lists(evaluation.guesses()));
        figures.put("parametersHash", ParametersHash.of(parameters));
        String text = Figures.count((double) evaluation.rows()) + " rows: loss " + Figures.fixed(evaluation.loss(), 5)
                + ", accuracy " + Figures.fixed(evaluation.accuracy(), 5)
                + (Double.isNaN(auc) ? "" : ", AUC " + Figures.fixed(auc, 5))
                + Confusion.text(evaluation.guesses());
        return new Score(figures, text);
    }
}
