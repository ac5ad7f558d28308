package dev.gradus.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.json.Json;
import dev.gradus.json.JsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads {@code hashes.jsonl} line by line, since a long run has more lines than need to be in memory. */
public final class HashLines implements AutoCloseable {

    private final String name;
    private final BufferedReader lines;
    private long line;
    private long step;

    /** {@code name} stands in messages about lines that cannot be used. */
    public HashLines(String name, Reader text) {
        this.name = name;
        this.lines = new BufferedReader(text);
    }

    /** Opens the hashes of a run folder. */
    public static HashLines open(Path folder) throws IOException {
        Path path = path(folder);
        return new HashLines(path.toString(), Files.newBufferedReader(path, UTF_8));
    }

    /** Where a run folder keeps its hashes, if it has some. */
    public static Path path(Path folder) {
        return folder.resolve(HashLog.FILE);
    }

    /** The next line, or null after the last. Steps that do not rise are refused. */
    public @Nullable HashReading next() throws IOException {
        String text = lines.readLine();
        if (text == null) {
            return null;
        }
        line++;
        try {
            HashReading reading = HashReading.of(Json.parseObject(text));
            if (reading.step() <= step) {
                throw new IllegalArgumentException("steps do not rise: step=" + reading.step() + ", before=" + step);
            }
            step = reading.step();
            return reading;
        } catch (JsonException e) {
            throw unusable("not a JSON object: column=" + e.column(), e);
        } catch (IllegalArgumentException e) {
            throw unusable(String.valueOf(e.getMessage()), e);
        }
    }

    private IOException unusable(String reason, Exception e) {
        return new IOException("hashes cannot be read: file=" + name + ", line=" + line + ", " + reason, e);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
