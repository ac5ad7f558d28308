package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.data.BatchReader;
import dev.gradus.data.DataException;
import dev.gradus.data.DataKeys;
import dev.gradus.data.DataSet;
import dev.gradus.data.ImageShape;
import dev.gradus.data.RowStore;
import dev.gradus.data.SamplePlan;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.math.Kernels;
import dev.gradus.model.Layout;
import dev.gradus.model.Model;
import dev.gradus.model.Replica;
import dev.gradus.model.RowModelKind;
import dev.gradus.optim.OptimizerSettings;
import dev.gradus.optim.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The setup of a model that learns from rows by gradients. */
record RowSetup(
        Job job,
        Kernels kernels,
        Model model,
        StrategyKind strategy,
        SamplePlan plan,
        BatchReader batches,
        List<RowStore> testShards,
        long testRows,
        OptimizerSettings optimizer,
        Schedule schedule,
        Extent extent)
        implements Setup {

    /** Opens the data and loads what this rank is responsible for, and nothing else. */
    static RowSetup load(Job job, Kinds kinds, int rank, int ranks) throws DataException {
        Kernels kernels = Setup.kernels(job);
        DataSet data = kinds.rowData(job).open(job);
        long rows = data.train().rows();
        if (rows == 0) {
            throw new DataException("no rows to train on: data.kind=" + job.get(JobKeys.DATA_KIND));
        }
        if (ranks > rows) {
            throw new JobException(
                    "ranks", "more ranks than rows: ranks=" + ranks + ", rows=" + rows + "; use fewer ranks");
        }
        RowModelKind kind = kinds.rowModel(job);
        Model model = kind.create(job, data.shape(), kernels);
        int shards = job.integer(JobKeys.VIRTUAL_SHARDS);
        StrategyKind strategy = kinds.strategy(job);
        long batchSize = Math.min(job.get(JobKeys.BATCH_SIZE), rows);
        int planBatch = (int) Math.min(strategy.forRows().planBatch(batchSize, job, ranks), rows);
        SamplePlan plan =
                new SamplePlan(rows, planBatch, shards, job.get(JobKeys.SEED), job.integer(DataKeys.PAGE_ROWS));
        int first = plan.firstShard(rank, ranks);
        int end = plan.firstShard(rank + 1, ranks);
        int steps = strategy.forRows().steps(plan.stepsPerEpoch(), job, ranks);
        int perStep = (int) Math.min(rows, strategy.forRows().rowsPerStep(batchSize, job));
        Extent extent = Extent.of(steps, job.get(JobKeys.EPOCHS), job.get(JobKeys.STEPS), rows, perStep);
        return new RowSetup(
                job,
                kernels,
                model,
                strategy,
                plan,
                BatchReader.load(plan, data.train(), kind.store(), rank, ranks),
                Evaluator.load(data.test(), kind.store(), first, end, shards),
                data.test().rows(),
                OptimizerSettings.of(job),
                Schedule.of(job, (int) batchSize, steps, extent.totalSteps()),
                extent);
    }

    @Override
    public Layout layout() {
        return model.layout();
    }

    @Override
    public int width() {
        return model.shape().features();
    }

    @Override
    public int classes() {
        return model.shape().classes();
    }

    @Override
    public String image() {
        ImageShape image = model.shape().image();
        return image == null ? "" : image.toString();
    }

    @Override
    public double sampleBytes() {
        return batches.stores().get(0).rowBytes();
    }

    @Override
    public List<float[]> memory() {
        return batches.stores().stream()
                .flatMap(store -> store.memory().stream())
                .toList();
    }

    @Override
    public int states() {
        return updater().state().size();
    }

    @Override
    public List<String> header() {
        List<String> lines = new ArrayList<>();
        lines.add("model     " + model.kind() + ", " + model.layout().size() + " parameters");
        model.describe().forEach(line -> lines.add("          " + line));
        lines.add("data      " + job.get(JobKeys.DATA_KIND) + ", " + plan.rows() + " rows x "
                + model.shape().features() + " features, " + testRows + " held out");
        lines.add("plan      " + extent.totalSteps() + " steps of " + extent.samplesPerStep() + " rows, "
                + extent.stepsPerEpoch() + " an epoch, " + plan.virtualShards() + " virtual shards");
        lines.add("update    " + optimizer.describe() + ", " + schedule.describe());
        lines.add(Setup.ranksLine(job));
        lines.add("kernels   " + kernels.line());
        return lines;
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("layout", model.layout().fingerprint());
        facts.put("kernels", Setup.kernelsFact(kernels));
        facts.put("virtual shards", Integer.toString(plan.virtualShards()));
        facts.put("rows", plan.rows() + " and " + testRows + " held out");
        facts.put("steps", extent.totalSteps() + " of " + extent.samplesPerStep() + " rows");
        facts.putAll(model.facts());
        return facts;
    }

    @Override
    public void rehearse(Peers peers, Rehearsal rehearsal, Duration duration)
            throws DataException, ExchangeException, DivergedException {
        WarmUp.Length length = new WarmUp.Length(duration, WarmUp.COMPILED_STEPS, extent.stepsPerEpoch());
        boolean longSteps;
        try (Training scratch = begin(peers, null)) {
            longSteps = WarmUp.run(
                    scratch::afresh, rehearsal, () -> rehearsal.pause(scratch::evaluate), length, peers.exchange());
        }
        SamplePlan brief = plan.brief();
        if (longSteps && brief != null) {
            try (Training scratch = with(brief).begin(peers, null)) {
                WarmUp.Length steps = new WarmUp.Length(duration, WarmUp.COMPILED_BRIEF_STEPS, extent.stepsPerEpoch());
                WarmUp.run(scratch::afresh, rehearsal, () -> {}, steps, peers.exchange());
            }
        }
    }

    /** The same with other batches of the same rows. */
    private RowSetup with(SamplePlan other) {
        BatchReader reader = batches.with(other);
        return new RowSetup(
                job, kernels, model, strategy, other, reader, testShards, testRows, optimizer, schedule, extent);
    }

    @Override
    public Training begin(Peers peers, @Nullable Checkpoint start) throws ExchangeException {
        return strategy.forRows().begin(this, peers, start);
    }

    @Override
    public double rate(int epoch, int step) {
        return schedule.rate((long) epoch * extent.stepsPerEpoch() + step);
    }

    /** The gradients of a rank that exchanges none, and the same for its part of any step. */
    ShardGradients ownGradients(Replica replica, Exchange exchange) {
        TreeShare share = new TreeShare(plan.virtualShards(), exchange.ranks());
        List<TreeShare.Node> own = List.of(share.allOf(exchange.rank()));
        return new ShardGradients(replica, model.layout().size(), own, false, BucketSums.none());
    }

    /** Scores the held-out rows with all ranks. */
    Evaluator evaluator(Replica replica, Exchange exchange) {
        return new Evaluator(replica, testShards, new TreeShare(plan.virtualShards(), exchange.ranks()), exchange);
    }

    Updater updater() {
        return new Updater(model, job.get(JobKeys.SEED), optimizer, schedule);
    }

    @Override
    public void close() {
        // The rows are on the heap.
    }
}
