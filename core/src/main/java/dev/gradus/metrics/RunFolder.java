package dev.gradus.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.json.Json;
import dev.gradus.json.Records;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The folder that a run leaves behind: {@code job.yaml}, {@code metrics.jsonl}, {@code summary.json}, {@code model/},
 * and {@code hashes.jsonl} if the run took hashes. Lines of the log are on the disk within a second or so; nothing
 * waits for the end of the run. Any thread may add lines.
 */
public final class RunFolder implements AutoCloseable {

    private static final String JOB = "job.yaml";
    private static final String LOG = "metrics.jsonl";

    private static final long FLUSH_NANOS = 500_000_000;

    private final Path path;
    private final Writer log;
    private final HashLog hashes;
    private long flushedAt = System.nanoTime();

    private RunFolder(Path path, Writer log) {
        this.path = path;
        this.log = log;
        this.hashes = new HashLog(path);
    }

    /** Makes the folder and starts its log. A folder that holds a run already is refused. */
    public static RunFolder create(Path path, String resolvedJob) throws IOException {
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw taken("run folder is a file: path=" + path + "; choose another --out");
        }
        if (Files.exists(path.resolve(LOG))) {
            throw taken("run folder is taken: path=" + path + "; choose another --out or remove it");
        }
        try {
            Files.createDirectories(path);
            Files.writeString(path.resolve(JOB), resolvedJob);
            return new RunFolder(path, Files.newBufferedWriter(path.resolve(LOG), UTF_8));
        } catch (IOException e) {
            throw new IOException(unwritable(path, e), e);
        }
    }

    private static FileAlreadyExistsException taken(String message) {
        return new FileAlreadyExistsException(null, null, message);
    }

    private static String unwritable(Path path, IOException e) {
        return "run folder cannot be written: path=" + path + ", " + WriteFailure.reason(e) + "; choose another --out";
    }

    public Path path() {
        return path;
    }

    public Path model() {
        return path.resolve("model");
    }

    public void add(StepReading reading) {
        add("step", reading);
    }

    public void add(EvaluationReading reading) {
        add("evaluation", reading);
        flush();
    }

    public void add(HashReading reading) {
        hashes.add(reading);
    }

    private void add(String type, Record reading) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("type", type);
        line.putAll(Records.toMap(reading));
        write(Json.write(line) + "\n");
    }

    private synchronized void write(String line) {
        try {
            log.write(line);
            if (System.nanoTime() - flushedAt > FLUSH_NANOS) {
                flush();
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Puts all lines so far on the disk. */
    public synchronized void flush() {
        try {
            log.flush();
            hashes.flush();
            flushedAt = System.nanoTime();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private UncheckedIOException failed(IOException e) {
        return new UncheckedIOException(
                "run log cannot be written: path=" + path.resolve(LOG) + ", " + WriteFailure.reason(e), e);
    }

    public void summary(Map<String, ?> summary) throws IOException {
        try {
            Files.writeString(path.resolve("summary.json"), Json.pretty(summary) + "\n");
        } catch (IOException e) {
            throw new IOException(unwritable(path, e), e);
        }
    }

    /** Takes the folder away again, for a run that could not begin and would only be in the way of the next try. */
    public void discard() throws IOException {
        close();
        Files.deleteIfExists(path.resolve(LOG));
        Files.deleteIfExists(path.resolve(JOB));
        try {
            Files.deleteIfExists(path);
        } catch (DirectoryNotEmptyException e) {
            return; // somebody else's files, from before
        }
    }

    @Override
    public void close() throws IOException {
        try (hashes) {
            log.close();
        }
    }
}
