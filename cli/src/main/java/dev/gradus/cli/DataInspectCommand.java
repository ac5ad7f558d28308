package dev.gradus.cli;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKeys;
import dev.gradus.data.Shape;
import dev.gradus.data.image.ImageKind;
import dev.gradus.data.sparse.format.RowFileKind;
import dev.gradus.data.text.TextKeys;
import dev.gradus.formats.CsvRows;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.KeyList;
import dev.gradus.json.Json;
import dev.gradus.train.Kinds;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gradus data inspect}: tells what is in a file. */
@Command(
        name = "inspect",
        description = "Shows what is in a CSV file, in a text, or in the sparse rows or images of files or a job.",
        mixinStandardHelpOptions = true)
final class DataInspectCommand implements Callable<Integer> {

    /** Lines of the table of features, and of the one of labels. */
    private static final int MOST_LINES = 20;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "FILE",
            description = "a CSV file of numbers; with --text or --kind, a file, a folder or a pattern; or a job file")
    private String path = "";

    @Option(
            names = "--label",
            description = "name or number (from 1) of the label's column; default: the one named label, else the last")
    private String label = "";

    @Option(names = "--header", description = "auto, true or false: whether the first line names the columns")
    private String header = "auto";

    @Option(names = "--text", description = "counts the words of a text, plain or packed by gzip")
    private boolean text;

    @Option(names = "--tokenizer", description = "simple, whitespace or text8: how a text is cut into words")
    private String tokenizer = TextKeys.TOKENIZER.defaultValue();

    @Option(
            names = "--kind",
            paramLabel = "NAME",
            description = "libsvm, vw, criteo or columns: the form of sparse rows; cifar10, idx or images: of images")
    private @Nullable String kind;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "sets a key of the job, or of --kind; repeat for more")
    private List<String> settings = List.of();

    @Option(names = "--json", description = "prints the result as one JSON object")
    private boolean json;

    @Override
    public Integer call() {
        if (!List.of("auto", "true", "false").contains(header)) {
            return refuse("bad value: --header=" + header + "; expected auto, true or false");
        }
        try {
            PrintWriter screen = spec.commandLine().getOut();
            if (text) {
                TextInspection.print(screen, path, TextKeys.TOKENIZER.parse(tokenizer), json);
                return 0;
            }
            if (kind != null || isJob()) {
                inspect(screen, job());
                return 0;
            }
            CsvRows rows = csv();
            RowStatistics statistics = RowStatistics.of(rows);
            if (json) {
                screen.println(Json.write(result(rows, statistics)));
            } else {
                print(screen, rows, statistics);
            }
            return 0;
        } catch (DataException | JobException | JobFileException e) {
            return refuse(String.valueOf(e.getMessage()));
        } catch (InvalidPathException e) {
            return refuse("not a path: file=" + path);
        }
    }

    /** With {@code --kind} the files as they are, else what a run of the job would learn from. */
    private void inspect(PrintWriter screen, Job job) throws DataException {
        if (Kinds.load().data(job) instanceof ImageKind images) {
            ImageInspection.print(screen, path, images, job, json);
        } else if (kind == null) {
            SparseInspection.print(screen, path, job, json);
        } else if (SparseInspection.kind(job) instanceof RowFileKind files) {
            RowFileInspection.print(screen, path, files, job, json);
        } else {
            throw new JobException(
                    null,
                    "not a form of files: --kind=" + kind + "; expected libsvm, vw, criteo, columns, cifar10, idx or"
                            + " images");
        }
    }

    private CsvRows csv() throws DataException {
        try {
            return CsvRows.open(Path.of(path), label, header, 0);
        } catch (DataException e) {
            String message = String.valueOf(e.getMessage());
            if (message.startsWith("no feature columns")) { // what libsvm and vw look like
                throw new DataException(message + "; the form of sparse rows is named by --kind", e);
            }
            throw e;
        }
    }

    private boolean isJob() {
        return path.endsWith(".yaml") || path.endsWith(".yml");
    }

    /** The job of the file, or one that the options make; whether it could train does not matter here. */
    private Job job() throws JobFileException {
        List<Setting> all = new ArrayList<>();
        for (String setting : settings) {
            all.add(Setting.parse(setting));
        }
        KeyList keys = Kinds.load().keys();
        if (kind == null) {
            return JobFile.read(Path.of(path), all, keys).job();
        }
        JobReader reader = new JobReader(keys);
        reader.add(Setting.option("--kind", "data.kind", kind));
        for (Setting setting : all) {
            reader.add(setting);
        }
        return reader.job().with(DataKeys.PATH, path);
    }

    private int refuse(String message) {
        spec.commandLine().getErr().println("gradus: " + JobFileException.oneLine(message));
        return 2;
    }

    private Map<String, Object> result(CsvRows rows, RowStatistics statistics) {
        Shape shape = rows.shape();
        List<Object> labels = new ArrayList<>();
        for (int c = 0; c < shape.classes(); c++) {
            labels.add(statistics.count(c));
        }
        List<Object> columns = new ArrayList<>();
        for (int j = 0; j < shape.features(); j++) {
            Map<String, Object> column = new LinkedHashMap<>();
            column.put("name", rows.featureName(j));
            column.put("min", statistics.min(j));
            column.put("mean", statistics.mean(j));
            column.put("max", statistics.max(j));
            column.put("deviation", statistics.deviation(j));
            columns.add(column);
        }
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("file", path);
        result.put("rows", rows.rows());
        result.put("features", shape.features());
        result.put("classes", shape.classes());
        result.put("header", rows.header());
        result.put("label", rows.labelName());
        result.put("labelCounts", labels);
        result.put("columns", columns);
        return result;
    }

    private void print(PrintWriter screen, CsvRows rows, RowStatistics statistics) {
        Shape shape = rows.shape();
        screen.printf(
                Locale.ROOT,
                "%s: %,d rows, %d features, %d classes, %s%n",
                path,
                rows.rows(),
                shape.features(),
                shape.classes(),
                rows.header() ? "with header" : "no header");
        screen.printf("%nlabels in '%s'%n", rows.labelName());
        for (int c = 0; c < Math.min(MOST_LINES, shape.classes()); c++) {
            double percent = 100.0 * statistics.count(c) / rows.rows();
            screen.printf(Locale.ROOT, "%8d %,14d rows %6.2f %%%n", c, statistics.count(c), percent);
        }
        printRest(screen, shape.classes(), "classes");
        screen.printf("%n%-20s %14s %14s %14s %14s%n", "feature", "min", "mean", "max", "deviation");
        for (int j = 0; j < Math.min(MOST_LINES, shape.features()); j++) {
            screen.printf(
                    Locale.ROOT,
                    "%-20s %14.6g %14.6g %14.6g %14.6g%n",
                    rows.featureName(j),
                    statistics.min(j),
                    statistics.mean(j),
                    statistics.max(j),
                    statistics.deviation(j));
        }
        printRest(screen, shape.features(), "features");
    }

    private static void printRest(PrintWriter screen, int count, String what) {
        if (count > MOST_LINES) {
            screen.printf(Locale.ROOT, "and %,d more %s; --json shows all%n", count - MOST_LINES, what);
        }
    }
}
