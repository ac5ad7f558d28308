package dev.gradus.cli;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointFolder;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.json.Json;
import dev.gradus.metrics.RunFolder;
import dev.gradus.run.JobRunner;
import dev.gradus.run.ResolvedJob;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Kinds;
import dev.gradus.train.ResultKeys;
import dev.gradus.train.RunFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Goes on with a run in its own folder: from the newest good checkpoint, or from the beginning if there is none. */
final class ResumedRun {

    private final Kinds kinds;
    private final JobRun runner;

    ResumedRun(Kinds kinds, JobRun runner) {
        this.kinds = kinds;
        this.runner = runner;
    }

    /** Ends the run and returns its summary; that of a run which has ended already is returned as it is. */
    Map<String, Object> run(Path path, List<Setting> settings)
            throws JobFileException, RunFailedException, IOException {
        Path file = path.resolve("job.yaml");
        if (!Files.isRegularFile(file)) {
            throw new JobFileException(
                    "--resume " + path + ": not a run folder: it has no job.yaml; name the folder that"
                            + " train printed, or that of its --out");
        }
        try (RunFolder folder = RunFolder.reopen(path)) {
            LoadedJob before = JobFile.load(file, List.of(), kinds);
            LoadedJob loaded = JobFile.load(file, settings, kinds);
            check(ResultKeys.text(before.job()), loaded);
            String summary = folder.finished();
            if (summary != null && sameLength(before.job(), loaded.job())) {
                System.err.println(
                        "run has ended already: folder=" + path + "; to train longer, raise epochs or steps");
                return Json.parseObject(summary);
            }
            Checkpoint newest = newest(path, loaded);
            refuseHalfAChain(path, newest, loaded);
            return goOn(folder, loaded, newest);
        }
    }

    private static void check(String keys, LoadedJob loaded) throws JobFileException {
        try {
            ResultKeys.check(keys, loaded.job());
        } catch (JobException e) {
            throw new JobFileException(loaded.describe(e));
        }
    }

    /** A hash chain runs from the first step on, and a checkpoint does not hold how far it has come. */
    private static void refuseHalfAChain(Path path, @Nullable Checkpoint start, LoadedJob loaded)
            throws JobFileException {
        if (start != null && loaded.job().get(JobKeys.METRICS_HASHES) > 0) {
            throw new JobFileException("--resume " + path + ": a chain of hashes cannot go on in the middle of a run;"
                    + " add --set metrics.hashes=0, or start anew");
        }
    }

    private static boolean sameLength(Job before, Job job) {
        return before.get(JobKeys.EPOCHS).equals(job.get(JobKeys.EPOCHS))
                && before.get(JobKeys.STEPS).equals(job.get(JobKeys.STEPS));
    }

    private static @Nullable Checkpoint newest(Path path, LoadedJob loaded) throws JobFileException, IOException {
        Checkpoint newest = new CheckpointFolder(path).newest(System.err::println);
        if (newest == null) {
            System.err.println("run has no checkpoint yet, so it starts at the beginning: folder=" + path);
        } else {
            check(newest.job(), loaded);
        }
        return newest;
    }

    private Map<String, Object> goOn(RunFolder folder, LoadedJob loaded, @Nullable Checkpoint start)
            throws RunFailedException, IOException {
        Path file = folder.path().resolve("job.yaml");
        String before = Files.readString(file);
        folder.goBackTo(start == null ? 0 : start.place().step());
        folder.job(ResolvedJob.yaml(loaded.job()));
        String name = loaded.job().get(JobKeys.NAME);
        Path last = folder.path().toAbsolutePath().normalize().getFileName();
        String title = name.isEmpty() && last != null ? last.toString() : name;
        return runner.run(loaded, title, new JobRunner.Place(folder, start, () -> folder.job(before)));
    }
}
