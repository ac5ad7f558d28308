package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.data.BlockSource;
import dev.gradus.data.DataException;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import dev.gradus.job.Job;
import dev.gradus.math.Kernels;
import dev.gradus.model.BlockScorer;
import dev.gradus.model.Layout;
import dev.gradus.model.TableModel;
import dev.gradus.optim.RowRules;
import dev.gradus.optim.Schedule;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The setup of a model of tables that learns from blocks.
 *
 * @param <B> what a block is
 */
record TableSetup<B>(
        Job job,
        Kernels kernels,
        TableModel<B> model,
        Blocks<B> blocks,
        TableStrategy strategy,
        int blocksPerStep,
        Schedule schedule,
        Extent extent)
        implements Setup {

    /** Blocks to learn from, and those held out, if there can be any. */
    record Blocks<B>(BlockSource<B> train, @Nullable BlockSource<B> test) {}

    static <B> TableSetup<B> of(Job job, Kernels kernels, TableModel<B> model, Blocks<B> blocks, Division way) {
        BlockSource<B> source = blocks.train();
        int blocksPerStep = way.strategy().blocksPerStep(job, way.ranks(), model.batchLearner() != null);
        int stepsPerEpoch = (source.blocks() + blocksPerStep - 1) / blocksPerStep;
        long perStep = source.samplesBefore(Math.min(blocksPerStep, source.blocks()));
        Extent extent =
                Extent.of(stepsPerEpoch, job.get(JobKeys.EPOCHS), job.get(JobKeys.STEPS), source.samples(), perStep);
        int batch = (int) Math.max(1, Math.min(perStep, Integer.MAX_VALUE));
        Schedule schedule = Schedule.of(job, batch, stepsPerEpoch, extent.totalSteps());
        return new TableSetup<>(job, kernels, model, blocks, way.strategy(), blocksPerStep, schedule, extent);
    }

    /** How the work is divided. */
    record Division(TableStrategy strategy, int ranks) {}

    BlockSource<B> source() {
        return blocks.train();
    }

    /** How parameters are scored: on what was held out, else by what training has cost since the last time. */
    Scores scores(Exchange exchange, StepTally tally) {
        BlockScorer<B> scorer = model.scorer();
        BlockSource<B> test = blocks.test();
        if (scorer == null || test == null || test.blocks() == 0) {
            return parameters -> tally.evaluation();
        }
        TreeShare share = new TreeShare(job.integer(JobKeys.VIRTUAL_SHARDS), exchange.ranks());
        return new HeldOut<>(test, scorer, share, exchange)::evaluate;
    }

    @Override
    public Layout layout() {
        return model.layout();
    }

    @Override
    public int width() {
        return layout().blocks().get(0).dimensions().get(0);
    }

    @Override
    public int classes() {
        return 0;
    }

    @Override
    public double sampleBytes() {
        return 0;
    }

    @Override
    public List<float[]> memory() {
        return List.of();
    }

    @Override
    public int states() {
        return strategy.states(job, model);
    }

    @Override
    public List<String> header() {
        return List.of(
                "model     " + model.kind() + ", " + layout().size() + " parameters in tables of "
                        + layout().fingerprint(),
                "data      " + job.get(JobKeys.DATA_KIND) + ", " + source().describe(),
                "plan      " + extent.totalSteps() + " steps of " + blocksPerStep + " blocks, " + extent.stepsPerEpoch()
                        + " an epoch",
                "update    " + RowRules.describe(job) + ", " + schedule.describe(),
                Setup.ranksLine(job),
                "kernels   " + kernels.line());
    }

    @Override
    public String data() {
        return source().fingerprint();
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("layout", layout().fingerprint());
        facts.put("kernels", Setup.kernelsFact(kernels));
        facts.put("virtual shards", Integer.toString(job.integer(JobKeys.VIRTUAL_SHARDS)));
        facts.put("data", data());
        facts.put("steps", extent.totalSteps() + " of " + blocksPerStep + " blocks");
        return facts;
    }

    /** Learns on the real parameters, which would take as much memory again: the beginning of a run sets them anew. */
    @Override
    public void rehearse(Peers peers, Rehearsal rehearsal, Duration duration)
            throws DataException, ExchangeException, DivergedException {
        // Ranks that do not wait for each other share the steps, and each must have compiled its own; a rank that is
        // alone leaves a processor to the compiler.
        int ranks = peers.exchange().ranks();
        long steps = ranks == 1 ? WarmUp.COMPILED_LONG_STEPS : ranks * WarmUp.COMPILED_STEPS;
        try (Training scratch = begin(peers, null)) {
            WarmUp.run(
                    scratch::afresh,
                    rehearsal,
                    () -> rehearsal.pause(scratch::evaluate),
                    new WarmUp.Length(duration, steps, extent.stepsPerEpoch()),
                    peers.exchange());
        }
    }

    @Override
    public Training begin(Peers peers, @Nullable Checkpoint start) throws ExchangeException {
        return strategy.begin(this, peers, start);
    }

    /** Sets parameters to what training starts from. */
    void start(float[] parameters, @Nullable Checkpoint start) {
        if (start == null) {
            model.initialize(parameters, job.get(JobKeys.SEED));
        } else {
            System.arraycopy(start.parameters(), 0, parameters, 0, start.parameters().length);
        }
    }

    @Override
    public double rate(int epoch, int step) {
        return schedule.rate((long) epoch * extent.stepsPerEpoch() + step);
    }

    /** Samples of blocks {@code from} to {@code to}; there may be fewer blocks than that. */
    long samples(long from, long to) {
        return source().samplesBefore(Math.min(to, source().blocks()))
                - source().samplesBefore(Math.min(from, source().blocks()));
    }

    @Override
    public void close() {
        blocks.train().close();
        BlockSource<B> test = blocks.test();
        if (test != null) {
            test.close();
        }
    }
}
