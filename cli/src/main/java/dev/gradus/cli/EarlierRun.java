package dev.gradus.cli;

import dev.gradus.json.Json;
import dev.gradus.json.JsonException;
import dev.gradus.metrics.HashLines;
import dev.gradus.metrics.HashReading;
import dev.gradus.report.VerifyReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A run that verify compares with: its folder, and the steps that lie between its hashes.
 *
 * @param every the first step that it hashed, since a run hashes multiples of that and its last step
 */
record EarlierRun(VerifyReport.Run run, long every) {

    /** Opens a run folder, which must hold hashes; a summary it has only if the run came to its end. */
    static EarlierRun open(Path folder) throws JobFileException {
        if (!Files.isDirectory(folder)) {
            throw new JobFileException("--against " + folder + ": no such run folder");
        }
        if (!Files.exists(HashLines.path(folder))) {
            throw new JobFileException("--against " + folder
                    + ": run has no hashes; repeat it with ./gradus train --set metrics.hashes=1");
        }
        try (HashLines lines = HashLines.open(folder)) {
            HashReading first = lines.next();
            if (first == null) {
                throw new JobFileException("--against " + folder + ": run ended before its first hashes");
            }
            // What link it had is known to its job alone, which a build with other keys could not read.
            return new EarlierRun(new VerifyReport.Run("", folder, summary(folder)), first.step());
        } catch (IOException | JsonException e) {
            throw new JobFileException("--against " + folder + ": " + e.getMessage());
        }
    }

    private static Map<String, Object> summary(Path folder) throws IOException {
        Path file = folder.resolve("summary.json");
        return Files.exists(file) ? Json.parseObject(Files.readString(file)) : Map.of();
    }
}
