package dev.gradus.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code hashes.jsonl} of a run folder, which exists only if there is something to write. Used by any thread.
 */
final class HashLog implements AutoCloseable {

    static final String FILE = "hashes.jsonl";

    private final Path path;
    private @Nullable Writer writer;

    HashLog(Path folder) {
        this.path = folder.resolve(FILE);
    }

    synchronized void add(HashReading reading) {
        try {
            if (writer == null) {
                writer = Files.newBufferedWriter(path, UTF_8);
            }
            writer.write(Json.write(reading.toMap()) + "\n");
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Lets the next line be the first. */
    synchronized void restart() throws IOException {
        close();
        writer = null;
    }

    synchronized void flush() {
        try {
            if (writer != null) {
                writer.flush();
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private UncheckedIOException failed(IOException e) {
        return new UncheckedIOException("hashes cannot be written: path=" + path + ", " + WriteFailure.reason(e), e);
    }

    @Override
    public synchronized void close() throws IOException {
        if (writer != null) {
            writer.close();
        }
    }
}
