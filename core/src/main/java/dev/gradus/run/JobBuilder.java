package dev.gradus.run;

import dev.gradus.data.DataKind;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.metrics.RunFolder;
import dev.gradus.metrics.RunObserver;
import dev.gradus.model.ModelKind;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Kinds;
import dev.gradus.train.RunFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job that a program puts together and runs. Used by one thread. */
public final class JobBuilder {

    private Kinds kinds;
    private final Map<String, Object> settings = new LinkedHashMap<>();
    private RunObserver observer = RunObserver.none();
    private List<String> workerCommand = List.of();
    private @Nullable Path out;

    JobBuilder(Kinds kinds) {
        this.kinds = kinds;
    }

    /** Sets a key of the job, as a job file would; {@code value} is a text, a number or a flag. */
    public JobBuilder set(String key, Object value) {
        settings.put(key, value instanceof Integer whole ? (Object) whole.longValue() : value);
        return this;
    }

    /** Trains a model of that kind, which need not be known to any ServiceLoader. */
    public JobBuilder model(ModelKind kind) {
        kinds = kinds.with(kind);
        return set(JobKeys.MODEL_KIND.name(), kind.name());
    }

    /** Trains on data of that kind, which need not be known to any ServiceLoader. */
    public JobBuilder data(DataKind kind) {
        kinds = kinds.with(kind);
        return set(JobKeys.DATA_KIND.name(), kind.name());
    }

    public JobBuilder strategy(String name) {
        return set(JobKeys.STRATEGY_KIND.name(), name);
    }

    public JobBuilder ranks(int ranks) {
        return set(JobKeys.RANKS.name(), ranks);
    }

    public JobBuilder seed(long seed) {
        return set(JobKeys.SEED.name(), seed);
    }

    /** Leaves a run folder there: job, log, checkpoints, summary and model. It must not hold a run yet. */
    public JobBuilder out(Path folder) {
        out = folder;
        return this;
    }

    /** Is told how the run goes. */
    public JobBuilder observer(RunObserver told) {
        observer = told;
        return this;
    }

    /** The command that starts a rank, for {@code launch: processes}; {@code --join HOST:PORT --rank N} is added. */
    public JobBuilder workerCommand(List<String> command) {
        workerCommand = List.copyOf(command);
        return this;
    }

    /** The job; what cannot run is refused with a {@link JobException} that says what to do. */
    public Job build() {
        Job job = Job.of(kinds.keys(), settings);
        kinds.check(job);
        return job;
    }

    /** Runs the job. */
    public TrainedRun train() throws RunFailedException, IOException {
        Job job = build();
        JobRunner runner = new JobRunner(kinds, workerCommand);
        if (out == null) {
            return runner.run(job, observer);
        }
        try (RunFolder folder = RunFolder.create(out, ResolvedJob.yaml(job))) {
            return runner.run(job, JobRunner.Place.fresh(folder), observer);
        }
    }
}
