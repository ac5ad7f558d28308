package dev.gradus.cli;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointFolder;
import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.data.DataException;
import dev.gradus.data.text.TextKind;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.metrics.RankReport;
import dev.gradus.metrics.RunFolder;
import dev.gradus.metrics.RunSummary;
import dev.gradus.metrics.WriteFailure;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Kinds;
import dev.gradus.train.Launcher;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Runs a job once and leaves its run folder. */
final class JobRun {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    private final Kinds kinds;
    private final Terminal terminal;

    JobRun(Kinds kinds, Terminal terminal) {
        this.kinds = kinds;
        this.terminal = terminal;
    }

    /** What puts a folder back into the state that it had, when a run could not even begin. */
    interface Undo {

        void undo() throws IOException;
    }

    /** A run in its folder, from a checkpoint or from the beginning. */
    record Part(
            LoadedJob loaded,
            String title,
            RunFolder folder,
            @Nullable Checkpoint start,
            Undo undo) {

        RunSummary.Earlier earlier() {
            return start == null
                    ? RunSummary.Earlier.NONE
                    : new RunSummary.Earlier(
                            start.place().step(),
                            start.place().samples(),
                            start.place().seconds());
        }
    }

    /** Runs the job and returns its summary, which also stands in the run folder. */
    Map<String, Object> run(LoadedJob loaded, Path out) throws RunFailedException, IOException {
        try (RunFolder folder = RunFolder.create(out, ResolvedJob.yaml(loaded.job()))) {
            return run(new Part(loaded, loaded.name(), folder, null, folder::discard));
        }
    }

    /** Runs a job in a folder that is open and stays so. */
    @SuppressWarnings("ClosingStandardOutputStreams") // the display closes its bar, never the stream it writes to
    Map<String, Object> run(Part part) throws RunFailedException, IOException {
        Job job = part.loaded().job();
        String title = part.title() + " x" + job.get(JobKeys.RANKS);
        try (RunDisplay display = new RunDisplay(part.folder(), terminal, System.err, title, unit(job));
                StopHook hook = new StopHook(display::stopped)) {
            hook.arm();
            RunResult result = launch(part, display);
            Map<String, Object> summary = summary(job, result.reports(), part.earlier());
            summary.putAll(saveModel(job, part.folder(), result));
            part.folder().summary(summary);
            return summary;
        } catch (RunFailedException e) {
            if (e.kind() == RunFailedException.Cause.PEER_LOST) {
                sayHowToGoOn(part.folder().path());
            }
            throw located(part.loaded(), e);
        }
    }

    private static void sayHowToGoOn(Path run) throws IOException {
        OptionalLong step = new CheckpointFolder(run).newestStep();
        if (step.isPresent()) {
            System.err.println("go on after step " + step.getAsLong() + " with: train --resume " + run);
        }
    }

    private RunResult launch(Part part, RunDisplay display) throws RunFailedException, IOException {
        Job job = part.loaded().job();
        CheckpointStore store = new RunCheckpoints(part.folder(), part.start(), job.integer(JobKeys.CHECKPOINT_KEEP));
        try {
            return kinds.launcher(job).run(job, new Launcher.Surroundings(display, WorkerJvm.command(), store));
        } catch (RunFailedException e) {
            if (!display.begun()) {
                part.undo().undo();
            }
            throw e;
        }
    }

    /** What the samples of a job are. */
    private String unit(Job job) {
        return kinds.data(job) instanceof TextKind ? RunSummary.WORDS : RunSummary.ROWS;
    }

    private Map<String, Object> summary(Job job, List<RankReport> reports, RunSummary.Earlier earlier) {
        RunSummary.Subject subject = new RunSummary.Subject(
                job.get(JobKeys.MODEL_KIND),
                job.get(JobKeys.STRATEGY_KIND),
                job.get(JobKeys.LAUNCH_KIND),
                0,
                unit(job));
        return RunSummary.of(subject, reports, earlier);
    }

    private Map<String, Object> saveModel(Job job, RunFolder folder, RunResult result)
            throws RunFailedException, IOException {
        try {
            return new ModelSaver(kinds).save(job, result, folder.model());
        } catch (DataException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException("model cannot be written: path=" + folder.model() + ", " + WriteFailure.reason(e), e);
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
