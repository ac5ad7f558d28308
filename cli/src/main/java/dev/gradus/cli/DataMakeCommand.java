package dev.gradus.cli;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKeys;
import dev.gradus.data.DataKind;
import dev.gradus.data.RowKind;
import dev.gradus.data.image.ImageKind;
import dev.gradus.data.sparse.generated.CtrKind;
import dev.gradus.data.text.generated.RelationsKind;
import dev.gradus.formats.ClickFormat;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import dev.gradus.job.KeyList;
import dev.gradus.job.Names;
import dev.gradus.json.Json;
import dev.gradus.metrics.WriteFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gradus data make}: writes a generated set to a file. */
@Command(
        name = "make",
        description =
                "Writes a generated set to a file: rows as CSV, clicks as libsvm, vw or criteo text, images in the"
                        + " binary form of CIFAR-10, or a text.",
        mixinStandardHelpOptions = true)
final class DataMakeCommand implements Callable<Integer> {

    private static final RelationsKind TEXT = new RelationsKind();
    private static final CtrKind CLICKS = new CtrKind();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "KIND",
            description = "linear, rings or blobs; ctr for clicks; images; relations for a text")
    private String kind = "";

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "the file to write")
    private Path out = Path.of("");

    @Option(names = "--rows", description = "short for --set data.rows=...")
    private @Nullable Long rows;

    @Option(names = "--features", description = "short for --set data.features=...")
    private @Nullable Long features;

    @Option(names = "--seed", description = "short for --set data.seed=...")
    private @Nullable Long seed;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "sets any key of the kind")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--questions",
            paramLabel = "FILE",
            description = "writes analogy questions on the text to this file")
    private @Nullable Path questions;

    @Option(
            names = "--format",
            paramLabel = "NAME",
            description = "libsvm, vw or criteo: how clicks are written; default: by the ending of the file")
    private @Nullable String format;

    @Option(
            names = "--test-out",
            paramLabel = "FILE",
            description = "writes the clicks or images held out to this file")
    private @Nullable Path testOut;

    @Option(names = "--force", description = "replaces the file if it exists")
    private boolean force;

    @Option(names = "--json", description = "prints the result as one JSON object")
    private boolean json;

    @Override
    public Integer call() {
        try {
            Opener opener = opener();
            @Nullable Path beside = questions == null ? testOut : questions;
            requireFree(out);
            if (beside != null) {
                requireOther(beside);
                requireFree(beside);
            }
            MadeData made = opener.open();
            write(out, made.content());
            if (beside != null) {
                write(beside, made.beside());
            }
            report(made);
            return 0;
        } catch (JobException e) {
            return refuse(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            complain(e instanceof DataException ? String.valueOf(e.getMessage()) : failure(e));
            return 1;
        }
    }

    private int refuse(String message) {
        complain(message);
        return 2;
    }

    private void complain(String message) {
        spec.commandLine().getErr().println("gradus: " + JobFileException.oneLine(message));
    }

    private void requireFree(Path file) {
        if (Files.isDirectory(file)) {
            throw new JobException(null, "not a file: file=" + file + "; give the path of a file");
        }
        if (!force && Files.exists(file)) {
            throw new JobException(null, "file exists: file=" + file + "; add --force to replace it");
        }
    }

    private void requireOther(Path file) {
        if (file.toAbsolutePath().normalize().equals(out.toAbsolutePath().normalize())) {
            throw new JobException(null, "two contents for one file: file=" + file + "; give two paths");
        }
    }

    /** Opens a set whose keys were checked. */
    private interface Opener {
        MadeData open() throws DataException;
    }

    private Opener opener() {
        boolean text = kind.equals(TEXT.name());
        boolean clicks = kind.equals(CLICKS.name());
        RowKind rowKind = text || clicks ? null : find(kind);
        refuseUnless(text, "a text", "--questions", questions);
        refuseUnless(clicks, "clicks", "--format", format);
        refuseUnless(clicks || rowKind instanceof ImageKind, "clicks or images", "--test-out", testOut);
        return rowKind != null ? openRows(rowKind) : text ? openText() : openClicks();
    }

    private void refuseUnless(boolean applies, String what, String option, @Nullable Object value) {
        if (!applies && value != null) {
            throw new JobException(null, "option is for " + what + ": " + option + "=" + value + ", kind=" + kind);
        }
    }

    private Opener openRows(RowKind found) {
        Job job = Job.of(new KeyList(found.keys()), scalars());
        if (found instanceof ImageKind images) {
            return () -> MadeData.images(found.name(), images.images(job));
        }
        return () -> MadeData.rows(found.name(), found.open(job).train());
    }

    private Opener openText() {
        Job job = Job.of(new KeyList(TEXT.keys()), scalars());
        return () -> MadeData.text(TEXT.name(), TEXT.generate(job));
    }

    private Opener openClicks() {
        Job job = Job.of(new KeyList(CLICKS.keys()), scalars());
        ClickFormat chosen = clickFormat();
        CtrKind.Parts parts = CLICKS.generate(job);
        return () -> MadeData.clicks(CLICKS.name(), parts, chosen);
    }

    private ClickFormat clickFormat() {
        String choices = "; give --format " + String.join(" or ", ClickFormat.names());
        if (format != null) {
            return ClickFormat.named(format)
                    .orElseThrow(() -> new JobException(null, "no such format: --format=" + format + choices));
        }
        return ClickFormat.ofFile(String.valueOf(out.getFileName()))
                .orElseThrow(() -> new JobException(null, "format is not clear: file=" + out + choices));
    }

    private static RowKind find(String name) {
        List<RowKind> generated = ServiceLoader.load(DataKind.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(RowKind.class::isInstance)
                .map(RowKind.class::cast)
                .filter(candidate -> !candidate.keys().contains(DataKeys.PATH))
                .toList();
        List<String> names = Stream.concat(generated.stream().map(RowKind::name), Stream.of(CLICKS.name(), TEXT.name()))
                .toList();
        return generated.stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new JobException(
                        "data.kind",
                        "no such generated set: kind=" + name + ", known=" + String.join(" ", names)
                                + Names.didYouMean(name, names)));
    }

    private Map<String, Object> scalars() {
        Map<String, Object> scalars = new LinkedHashMap<>();
        settings.forEach((name, value) -> scalars.put(name, scalar(value)));
        put(scalars, DataKeys.ROWS, rows);
        put(scalars, DataKeys.FEATURES, features);
        put(scalars, DataKeys.SEED, seed);
        return scalars;
    }

    private static void put(Map<String, Object> scalars, Key<Long> key, @Nullable Long value) {
        if (value != null) {
            scalars.put(key.name(), value);
        }
    }

    /** A whole number, number or flag where the text is one, else the text. */
    static Object scalar(String text) {
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true");
        }
        try {
            return text.matches("[+-]?\\d{1,18}") ? (Object) Long.valueOf(text) : (Object) Double.valueOf(text);
        } catch (NumberFormatException e) {
            return text;
        }
    }

    /** Writes beside the file first, so that nobody finds half a file under its name. */
    private void write(Path file, MadeData.Content content) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new DataException("folder not found: folder=" + folder + "; create it first");
        }
        Path part = folder.resolve(
                file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        try {
            content.writeTo(part);
            if (force) {
                Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
            } else {
                Files.move(part, file);
            }
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private String failure(IOException e) {
        return "cannot write file: file=" + out + ", " + WriteFailure.reason(e);
    }

    private void report(MadeData made) throws IOException {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("file", out.toString());
        result.putAll(made.figures());
        result.put("bytes", Files.size(out));
        String line = String.format(Locale.ROOT, "%s: %s, %,d bytes", out, made.line(), Files.size(out));
        spec.commandLine().getOut().println(json ? Json.write(result) : line);
    }
}
