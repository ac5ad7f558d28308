package dev.gradus.train;

import dev.gradus.data.Batch;
import dev.gradus.data.DataException;
import dev.gradus.data.Slice;
import dev.gradus.job.Job;
import dev.gradus.model.Gradient;
import dev.gradus.model.Replica;
import java.util.ArrayList;
import java.util.List;

/**
 * How large a job is, found by loading it once: what it learns from, what it learns, and how its gradient is exchanged.
 *
 * @param samples rows or words of the whole job, each counted once an epoch
 * @param parameters how many it learns
 * @param states arrays as long as these that its update rule keeps
 * @param buckets of its gradient, in the order of their exchange; empty for models of tables
 */
public record JobSize(long samples, long parameters, int states, List<Bucket> buckets) {

    /** Passes over one slice before the one that counts, which is the fastest of as many. */
    private static final int PASSES = 5;

    /**
     * A range of a gradient.
     *
     * @param early seconds before the end of a shard's pass at which it is finished
     */
    public record Bucket(long bytes, double early) {}

    public JobSize {
        buckets = List.copyOf(buckets);
    }

    public static JobSize of(Job job, Kinds kinds) throws DataException {
        try (Setup setup = Setup.load(job, kinds, 0, 1, null)) {
            List<Bucket> buckets = setup instanceof RowSetup rows ? buckets(rows) : List.of();
            return new JobSize(setup.extent().totalSamples(), setup.layout().size(), setup.states(), buckets);
        }
    }

    private static List<Bucket> buckets(RowSetup setup) {
        Job job = setup.job();
        List<Buckets.Range> ranges = Buckets.of(setup.layout(), job.get(JobKeys.EXCHANGE_BUCKET_BYTES))
                .ranges();
        boolean overlap = Overlap.isAllowed(job) && ranges.size() > 1;
        double[] early = overlap ? early(setup, ranges) : new double[ranges.size()];
        List<Bucket> buckets = new ArrayList<>();
        for (int i = 0; i < early.length; i++) {
            Buckets.Range range = ranges.get(i);
            buckets.add(new Bucket((long) (range.to() - range.from()) * Float.BYTES, early[i]));
        }
        return buckets;
    }

    /** Seconds from when each bucket was finished to the end of the pass. */
    private static double[] early(RowSetup setup, List<Buckets.Range> ranges) {
        int length = setup.layout().size();
        float[] parameters = new float[length];
        setup.model().initialize(parameters, setup.job().get(JobKeys.SEED));
        Gradient gradient = new Gradient(length);
        Batch batch = setup.batches().read(0, 0);
        Slice slice = batch.slices().get(0);
        double[] best = new double[ranges.size()];
        double least = Double.POSITIVE_INFINITY;
        try (Replica replica = setup.model().replica()) {
            for (int pass = 0; pass < 2 * PASSES; pass++) {
                long[] finished = new long[ranges.size()];
                long start = System.nanoTime();
                replica.addGradient(parameters, slice, gradient, from -> note(finished, ranges, from));
                long end = System.nanoTime();
                note(finished, ranges, 0);
                if (pass >= PASSES && end - start < least) {
                    least = end - start;
                    for (int i = 0; i < best.length; i++) {
                        best[i] = Math.max(0, end - finished[i]) / 1e9;
                    }
                }
            }
        }
        return best;
    }

    private static void note(long[] finished, List<Buckets.Range> ranges, int from) {
        long now = System.nanoTime();
        for (int i = 0; i < finished.length; i++) {
            if (finished[i] == 0 && ranges.get(i).from() >= from) {
                finished[i] = now;
            }
        }
    }
}
