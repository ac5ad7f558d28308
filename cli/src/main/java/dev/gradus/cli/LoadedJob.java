package dev.gradus.cli;

import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.train.JobKeys;
import java.nio.file.Path;
import java.util.Map;

/**
 * A job and where each of its keys was written.
 *
 * @param origins by name of the key: {@code jobs/a.yaml:3:5} or {@code --set ranks=4}; only keys that were written
 */
public record LoadedJob(Path file, Job job, Map<String, String> origins) {

    public LoadedJob {
        origins = Map.copyOf(origins);
    }

    /** The job's own name, or that of its file without the ending. */
    public String name() {
        String name = job.get(JobKeys.NAME);
        Path last = file.getFileName();
        return !name.isEmpty() || last == null ? name : last.toString().replaceFirst("\\.ya?ml$", "");
    }

    /** One line that says where the key at fault was written and what is wrong with it. */
    public String describe(JobException e) {
        String key = e.key();
        String origin = key == null ? null : origins.get(key);
        return JobFileException.oneLine((origin == null ? file.toString() : origin) + ": " + e.getMessage());
    }
}
