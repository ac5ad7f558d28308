package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.data.DataException;
import dev.gradus.data.DataKind;
import dev.gradus.data.RowKind;
import dev.gradus.data.sparse.SparseKind;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.math.Kernels;
import dev.gradus.model.Layout;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All that one rank needs before its first step: its data, the model, the schedule. */
sealed interface Setup extends AutoCloseable permits RowSetup, TableSetup {

    Job job();

    Kernels kernels();

    Layout layout();

    Extent extent();

    /** The rate of a step, which counts from the start of its epoch. */
    double rate(int epoch, int step);

    /** Rows or words of the data and columns or classes of the model, for the report. */
    int width();

    int classes();

    /** The sides of rows that are images, like {@code 3x32x32}; empty where they are none. */
    default String image() {
        return "";
    }

    /** Bytes of data that a sample has; 0 where that is not known. */
    double sampleBytes();

    /** The arrays that compute mostly reads, for finding out how fast that can be. */
    List<float[]> memory();

    /** How many arrays an update rule keeps beside the parameters. */
    int states();

    /** What the run will do, for people. */
    List<String> header();

    /** What rows are known again by where that decides which parameters are whose; empty where it does not. */
    default String data() {
        return "";
    }

    /** What must be equal on all ranks, or replicas would not fit each other or give other bits than one rank gives. */
    Map<String, String> facts();

    /** Runs steps that leave nothing behind, until the JIT compiler has done its work. Every rank must call it. */
    void rehearse(Peers peers, Rehearsal rehearsal, Duration duration)
            throws DataException, ExchangeException, DivergedException;

    /** Training from the beginning, or from a checkpoint that fits this setup. Every rank must call it. */
    Training begin(Peers peers, @Nullable Checkpoint start) throws ExchangeException;

    @Override
    void close();

    /**
     * Opens the data and loads what this rank is responsible for, and nothing else; for a run that begins at a
     * checkpoint, if one is given.
     */
    static Setup load(Job job, Kinds kinds, int rank, int ranks, @Nullable Checkpoint start) throws DataException {
        DataKind data = kinds.data(job);
        if (data instanceof RowKind) {
            return RowSetup.load(job, kinds, rank, ranks);
        }
        return data instanceof SparseKind sparse
                ? SparseSetup.load(job, kinds, sparse, ranks, start)
                : TextSetup.load(job, kinds, ranks);
    }

    static Kernels kernels(Job job) {
        try {
            return Kernels.choose(job.get(JobKeys.KERNELS));
        } catch (IllegalArgumentException e) {
            throw new JobException(JobKeys.KERNELS.name(), String.valueOf(e.getMessage()));
        }
    }

    /** The line that says how many ranks there are and how they work together. */
    static String ranksLine(Job job) {
        return "ranks     " + job.get(JobKeys.RANKS) + " by " + job.get(JobKeys.LAUNCH_KIND) + ", "
                + job.get(JobKeys.STRATEGY_KIND);
    }

    /** Kernels whose results are the same bit by bit have the same text. */
    static String kernelsFact(Kernels kernels) {
        return kernels.name().equals(Kernels.PLAIN) ? Kernels.PLAIN : kernels.line();
    }
}
