package dev.gradus.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.json.Json;
import dev.gradus.json.Records;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The folder that a run leaves behind: {@code job.yaml}, {@code metrics.jsonl}, {@code summary.json}, {@code model/}.
 * Lines of the log are on the disk within a second or so; nothing waits for the end of the run. Any thread may add
 * lines.
 */
public final class RunFolder implements AutoCloseable {

    private static final long FLUSH_NANOS = 500_000_000;

    private final Path path;
    private final Writer log;
    private long flushedAt = System.nanoTime();

    private RunFolder(Path path, Writer log) {
        this.path = path;
        this.log = log;
    }

    /** Makes the folder and starts its log. A folder that holds a run already is refused. */
    public static RunFolder create(Path path, String resolvedJob) throws IOException {
        try {
            Files.createDirectories(path);
        } catch (FileAlreadyExistsException e) {
            throw new IOException("run folder is a file: path=" + path + "; choose another --out", e);
        }
        if (Files.exists(path.resolve("metrics.jsonl"))) {
            throw new IOException("run folder is taken: path=" + path + "; choose another --out or remove it");
        }
        Files.writeString(path.resolve("job.yaml"), resolvedJob);
        return new RunFolder(path, Files.newBufferedWriter(path.resolve("metrics.jsonl"), UTF_8));
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
            flushedAt = System.nanoTime();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private UncheckedIOException failed(IOException e) {
        return new UncheckedIOException(
                "run log cannot be written: path=" + path.resolve("metrics.jsonl") + ", " + e.getMessage(), e);
    }

    public void summary(Map<String, ?> summary) throws IOException {
        Files.writeString(path.resolve("summary.json"), Json.pretty(summary) + "\n");
    }

    @Override
    public void close() throws IOException {
        log.close();
    }
}
