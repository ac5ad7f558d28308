package dev.gradus.run;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.data.DataException;
import dev.gradus.data.text.TextKind;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.metrics.Machine;
import dev.gradus.metrics.RunFolder;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.RunSummary;
import dev.gradus.metrics.WriteFailure;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Kinds;
import dev.gradus.train.Launcher;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs jobs: starts their ranks, waits for their end, sums up what they say, and leaves a run folder if one is wanted.
 */
public final class JobRunner {

    private final Kinds kinds;
    private final List<String> workerCommand;

    /**
     * {@code workerCommand} starts a rank in a process of its own, as {@link Launcher.Surroundings} wants it; empty
     * where all ranks are threads.
     */
    public JobRunner(Kinds kinds, List<String> workerCommand) {
        this.kinds = kinds;
        this.workerCommand = List.copyOf(workerCommand);
    }

    /** What puts a folder back into the state that it had, when a run could not even begin. */
    public interface Undo {

        void undo() throws IOException;
    }

    /** A run's folder, which is open and stays so, and where the run begins: at a checkpoint, or null. */
    public record Place(RunFolder folder, @Nullable Checkpoint start, Undo undo) {

        /** A folder that is new, and goes if nothing comes of it. */
        public static Place fresh(RunFolder folder) {
            return new Place(folder, null, folder::discard);
        }

        private RunSummary.Earlier earlier() {
            return start == null
                    ? RunSummary.Earlier.NONE
                    : new RunSummary.Earlier(
                            start.place().step(),
                            start.place().samples(),
                            start.place().seconds());
        }
    }

    /** Runs a job that leaves nothing behind. */
    public TrainedRun run(Job job, RunObserver observer) throws RunFailedException {
        RunResult result =
                launch(job, new Launcher.Surroundings(observer, workerCommand, CheckpointStore.none(), kinds));
        return new TrainedRun(summary(job, result, RunSummary.Earlier.NONE), result.parameters());
    }

    /** Runs a job in its folder, in which the summary and the model stand when this returns. */
    public TrainedRun run(Job job, Place place, RunObserver observer) throws RunFailedException, IOException {
        RunFolder folder = place.folder();
        FolderLog log = new FolderLog(folder, observer);
        RunCheckpoints store = new RunCheckpoints(folder, place.start(), job.integer(JobKeys.CHECKPOINT_KEEP));
        RunResult result;
        try {
            result = launch(job, new Launcher.Surroundings(log, workerCommand, store, kinds));
        } catch (RunFailedException e) {
            if (log.begun()) {
                noteFailure(folder, e);
            } else {
                place.undo().undo();
            }
            throw e;
        }
        Map<String, Object> summary = summary(job, result, place.earlier());
        summary.put("parameters", result.parameters().length);
        summary.put("machine", Machine.describe());
        TraceBeside trace = new TraceBeside(log);
        try (trace) {
            summary.putAll(saveModel(job, folder, result));
        }
        folder.summary(summary);
        return new TrainedRun(summary, result.parameters());
    }

    /** For whoever watches. A log that cannot be written may be why the run failed, and is told beside it. */
    private static void noteFailure(RunFolder folder, RunFailedException e) {
        try {
            folder.failed(String.valueOf(e.getMessage()));
        } catch (UncheckedIOException unwritable) {
            e.addSuppressed(unwritable);
        }
    }

    private RunResult launch(Job job, Launcher.Surroundings surroundings) throws RunFailedException {
        Launcher launcher = kinds.launcher(job);
        if (workerCommand.isEmpty() && launcher.startsProcesses()) {
            throw new JobException(
                    JobKeys.LAUNCH_KIND.name(),
                    JobKeys.LAUNCH_KIND + "=" + launcher.name()
                            + " needs the command that starts a rank, and none was given; set " + JobKeys.LAUNCH_KIND
                            + " to threads, or give the command");
        }
        return launcher.run(job, surroundings);
    }

    /** What the samples of a job are: {@link RunSummary#WORDS} or {@link RunSummary#ROWS}. */
    public String unit(Job job) {
        return kinds.data(job) instanceof TextKind ? RunSummary.WORDS : RunSummary.ROWS;
    }

    /** {@code given} is what had been done when the run was told to begin; a launcher that lost ranks may know more. */
    private Map<String, Object> summary(Job job, RunResult result, RunSummary.Earlier given) {
        RunSummary.Subject subject = new RunSummary.Subject(
                job.get(JobKeys.MODEL_KIND),
                job.get(JobKeys.STRATEGY_KIND),
                job.get(JobKeys.LAUNCH_KIND),
                result.reports().get(0).servers().size(),
                unit(job));
        RunSummary.Earlier before = result.earlier();
        return RunSummary.of(subject, result.reports(), before == null ? given : before);
    }

    private Map<String, Object> saveModel(Job job, RunFolder folder, RunResult result) throws IOException {
        try {
            return new ModelSaver(kinds).save(job, result, folder.model());
        } catch (DataException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException("model cannot be written: path=" + folder.model() + ", " + WriteFailure.reason(e), e);
        }
    }
}
