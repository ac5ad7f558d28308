package dev.gradus.cli;

import dev.gradus.checkpoint.CheckpointFolder;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.metrics.RunFolder;
import dev.gradus.run.JobRunner;
import dev.gradus.run.ResolvedJob;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Kinds;
import dev.gradus.train.RunFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.OptionalLong;

/** Runs a job once and leaves its run folder. */
final class JobRun {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    private final JobRunner runner;
    private final Terminal terminal;

    JobRun(Kinds kinds, Terminal terminal) {
        this.runner = new JobRunner(kinds, WorkerJvm.command());
        this.terminal = terminal;
    }

    /** Runs the job and returns its summary, which also stands in the run folder. */
    Map<String, Object> run(LoadedJob loaded, Path out) throws RunFailedException, IOException {
        try (RunFolder folder = RunFolder.create(out, ResolvedJob.yaml(loaded.job()))) {
            return run(loaded, loaded.name(), JobRunner.Place.fresh(folder));
        }
    }

    /** Runs a job in a folder that is open and stays so. */
    @SuppressWarnings("ClosingStandardOutputStreams") // the display closes its bar, never the stream it writes to
    Map<String, Object> run(LoadedJob loaded, String name, JobRunner.Place place)
            throws RunFailedException, IOException {
        Job job = loaded.job();
        String title = name + " x" + job.get(JobKeys.RANKS);
        RunFolder folder = place.folder();
        try (RunDisplay display = new RunDisplay(terminal, System.err, title, runner.unit(job));
                StopHook hook = new StopHook(() -> display.stopped(folder))) {
            hook.arm();
            return runner.run(job, place, display).summary();
        } catch (RunFailedException e) {
            if (e.kind() == RunFailedException.Cause.PEER_LOST) {
                sayHowToGoOn(folder.path());
            }
            throw located(loaded, e);
        } catch (UncheckedIOException e) { // the log: a full disk may meet it before it meets a checkpoint
            sayHowToGoOn(folder.path());
            throw e;
        }
    }

    private static void sayHowToGoOn(Path run) throws IOException {
        OptionalLong step = new CheckpointFolder(run).newestStep();
        if (step.isPresent()) {
            System.err.println("go on after step " + step.getAsLong() + " with: train --resume " + run);
        }
    }

    /** A failure whose message starts with the place of the key at fault, if one is. */
    private static RunFailedException located(LoadedJob loaded, RunFailedException e) {
        if (e.key().isEmpty()) {
            return e;
        }
        String message = loaded.describe(new JobException(e.key(), String.valueOf(e.getMessage())));
        return new RunFailedException(e.kind(), message, e);
    }

    /** A folder for a run that nobody named: {@code runs/NAME-TIME}, numbered when several start in one second. */
    static Path freshFolder(String name) {
        String base = name + "-" + TIME.format(LocalDateTime.now(ZoneId.systemDefault()));
        Path path = Path.of("runs", base);
        for (int i = 2; Files.exists(path); i++) {
            path = Path.of("runs", base + "-" + i);
        }
        return path;
    }
}
