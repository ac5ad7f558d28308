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
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gradus data get}: downloads a text that published experiments were made with. */
@Command(
        name = "get",
        description = "Downloads a published text and checks that it is the one.",
        mixinStandardHelpOptions = true)
final class DataGetCommand implements Callable<Integer> {

    /** A hundred times the text we know; whatever is longer is something else. */
    private static final int MOST_BYTES = 1 << 24;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "NAME", description = "gutenberg-57421: the text of the published CBOW experiment")
    private String name = "";

    @Option(names = "--out", paramLabel = "FILE", description = "the file to write; default: NAME.txt")
    private @Nullable Path out;

    @Option(names = "--from", paramLabel = "URL", description = "another address, such as that of a mirror")
    private @Nullable URI from;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "how long it may take; default: 60")
    private int timeoutSeconds = 60;

    @Option(names = "--any", description = "keeps a text that is not the published one, word for word")
    private boolean any;

    @Option(names = "--force", description = "replaces the file if it exists")
    private boolean force;

    @Option(names = "--json", description = "prints the result as one JSON object")
    private boolean json;

    @Override
    public Integer call() {
        try {
            PublishedText text = PublishedText.of(name);
            Path file = out == null ? Path.of(text.name() + ".txt") : out;
            URI address = from == null ? text.address() : from;
            @Nullable String wrong = wrong(file, address);
            if (wrong != null) {
                return complain(2, wrong);
            }
            return get(text, address, file);
        } catch (JobException e) {
            return complain(2, String.valueOf(e.getMessage()));
        }
    }

    /** What is wrong with the options, or null. */
    private @Nullable String wrong(Path file, URI address) {
        if (timeoutSeconds < 1) {
            return "bad value: --timeout=" + timeoutSeconds + "; expected 1 or more";
        }
        if (!List.of("http", "https").contains(String.valueOf(address.getScheme())) || address.getHost() == null) {
            return "bad value: --from=" + address + "; expected http://... or https://...";
        }
        if (Files.isDirectory(file)) {
            return "not a file: file=" + file + "; give the path of a file";
        }
        return !force && Files.exists(file) ? "file exists: file=" + file + "; add --force to replace it" : null;
    }

    private int get(PublishedText text, URI address, Path file) {
        byte[] bytes;
        try {
            bytes = Download.fetch(address, Duration.ofSeconds(timeoutSeconds), MOST_BYTES);
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
