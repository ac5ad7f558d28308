package dev.gradus.cli;

import dev.gradus.job.JobException;
import dev.gradus.json.Json;
import dev.gradus.metrics.WriteFailure;
import dev.gradus.model.DurableFile;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gradus data get}: downloads a text or images that published experiments were made with. */
@Command(
        name = "get",
        description = "Downloads a published text or set of images and checks that it is the one.",
        mixinStandardHelpOptions = true)
final class DataGetCommand implements Callable<Integer> {

    /** A hundred times the text we know; whatever is longer is something else. */
    private static final int MOST_BYTES = 1 << 24;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "NAME",
            description = "gutenberg-57421: the text of the published CBOW experiment; or images: cifar10,"
                    + " fashion-mnist or mnist")
    private String name = "";

    @Option(
            names = "--out",
            paramLabel = "PATH",
            description = "the file of a text or the folder of images; default: NAME.txt or NAME")
    private @Nullable Path out;

    @Option(
            names = "--from",
            paramLabel = "URL",
            description = "another address, such as that of a mirror; of images: an archive or a folder")
    private @Nullable URI from;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "how long a file may take; default: 60, of images 600")
    private @Nullable Integer timeoutSeconds;

    @Option(
            names = "--any",
            description = "keeps a text that is not the published one word for word, or images not bit by bit")
    private boolean any;

    @Option(names = "--force", description = "replaces what exists")
    private boolean force;

    @Option(names = "--json", description = "prints the result as one JSON object")
    private boolean json;

    @Override
    public Integer call() {
        try {
            Optional<PublishedImages> images = PublishedImages.of(name);
            if (images.isPresent()) {
                return getImages(images.get());
            }
            PublishedText text = PublishedText.of(name);
            Path file = out == null ? Path.of(text.name() + ".txt") : out;
            URI address = from == null ? text.address() : from;
            @Nullable String wrong = wrong(address);
            wrong = wrong == null ? occupied(file) : wrong;
            if (wrong != null) {
                return complain(2, wrong);
            }
            return get(text, address, file);
        } catch (JobException e) {
            return complain(2, String.valueOf(e.getMessage()));
        }
    }

    /** What is wrong with the options, or null. */
    private @Nullable String wrong(URI address) {
        if (timeoutSeconds != null && timeoutSeconds < 1) {
            return "bad value: --timeout=" + timeoutSeconds + "; expected 1 or more";
        }
        if (!List.of("http", "https").contains(String.valueOf(address.getScheme())) || address.getHost() == null) {
            return "bad value: --from=" + address + "; expected http://... or https://...";
        }
        return null;
    }

    private @Nullable String occupied(Path file) {
        if (Files.isDirectory(file)) {
            return "not a file: file=" + file + "; give the path of a file";
        }
        return !force && Files.exists(file) ? "file exists: file=" + file + "; add --force to replace it" : null;
    }

    private int get(PublishedText text, URI address, Path file) {
        byte[] bytes;
        try {
            bytes = Download.fetch(address, deadline(60), MOST_BYTES);
        } catch (IOException e) {
            return complain(
                    1,
                    "cannot download: address=" + address + ", " + e.getMessage()
                            + "; fetch it where there is a network, and give its path to --set data.path=");
        }
        String digest = PublishedText.digest(bytes);
        boolean same = digest.equals(text.digest());
        if (!same && !any) {
            return complain(
                    1,
                    "not the published text: address=" + address + ", bytes=" + bytes.length + ", sha256=" + digest
                            + ", expected=" + text.digest() + "; it may have been corrected since, --any keeps it");
        }
        try {
            DurableFile.replace(file, channel -> {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            });
        } catch (IOException e) {
            return complain(1, "cannot write file: file=" + file + ", " + WriteFailure.reason(e));
        }
        report(file, bytes.length, same);
        return 0;
    }

    private Duration deadline(int ownSeconds) {
        return Duration.ofSeconds(timeoutSeconds == null ? ownSeconds : timeoutSeconds);
    }

    private int getImages(PublishedImages set) {
        Path folder = (out == null ? Path.of(set.name()) : out).toAbsolutePath();
        @Nullable String wrong = from == null ? wrong(URI.create("https://default")) : wrong(from);
        if (wrong != null) {
            return complain(2, wrong);
        }
        if (Files.exists(folder) && !(force && Files.isDirectory(folder))) {
            return complain(2, "folder exists: folder=" + folder + "; add --force to replace its images");
        }
        List<ImagePlace> places = from == null ? set.places() : List.of(place(from, set));
        try {
            ImageGet.Got got = new ImageGet(set, folder, any).get(places, deadline(600));
            report(set, out == null ? Path.of(set.name()) : out, got);
            return 0;
        } catch (IOException e) {
            return complain(1, "cannot get images: name=" + set.name() + ", " + e.getMessage());
        }
    }

    /** An archive by its ending, else a folder of files that are packed one by one. */
    private static ImagePlace place(URI from, PublishedImages set) {
        String path = String.valueOf(from.getPath());
        if (path.endsWith(".tgz") || path.endsWith(".tar.gz")) {
            return new ImagePlaces.Archive(from);
        }
        URI folder = path.endsWith("/") ? from : URI.create(from + "/");
        return new ImagePlaces.PackedFiles(
                folder, set.files().stream().map(PublishedImages.Expected::name).toList());
    }

    private void report(PublishedImages set, Path folder, ImageGet.Got got) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("folder", folder.toString());
        result.put("kind", set.kind());
        result.put("from", got.place());
        result.put("files", got.files());
        result.put("bytes", got.bytes());
        result.put("images", got.images());
        result.put("published", got.published());
        String line = String.format(
                Locale.ROOT,
                "%s: %,d images in %d files, %,d bytes, from %s; %s%nread them by data.kind=%s data.path=%s",
                folder,
                got.images(),
                got.files(),
                got.bytes(),
                got.place(),
                got.published()
                        ? "the published images"
                        : "not the published images, but of the right lengths and labels",
                set.kind(),
                folder);
        spec.commandLine().getOut().println(json ? Json.write(result) : line);
    }

    private int complain(int code, String message) {
        spec.commandLine().getErr().println("gradus: " + JobFileException.oneLine(message));
        return code;
    }

    private void report(Path file, int bytes, boolean same) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("file", file.toString());
        result.put("bytes", bytes);
        result.put("published", same);
        spec.commandLine()
                .getOut()
                .println(
                        json
                                ? Json.write(result)
                                : String.format(
                                        Locale.ROOT,
                                        "%s: %,d bytes, %s",
                                        file,
                                        bytes,
                                        same ? "the published text" : "not the published text"));
    }
}
