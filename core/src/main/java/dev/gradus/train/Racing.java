package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.data.BlockSource;
import dev.gradus.data.DataException;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.job.Job;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Learner;
import dev.gradus.model.Tally;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * All ranks are threads that update the same parameters without a lock (Hogwild), each with the next block that nobody
 * has taken yet. They meet at the end of an epoch only. A rank that is alone has no race, and the same result always.
 *
 * @param <B> what a block is
 */
final class Racing<B> implements Training {

    /** One thread, or several that race. */
    enum Way implements TableStrategy {
        ALONE,
        RACING;

        @Override
        public int blocksPerStep(Job job, int ranks) {
            return 1;
        }

        @Override
        public boolean oneProcess() {
            return true;
        }

        @Override
        public <B> Training begin(TableSetup<B> setup, Peers peers, @Nullable Checkpoint start)
                throws ExchangeException {
            return new Racing<>(setup, peers, start);
        }
    }

    /** What the threads have in common. Written by all of them, the parameters with races that we want. */
    private static final class Track {

        final float[] parameters;
        final AtomicLong steps = new AtomicLong();
        final AtomicLong samples = new AtomicLong();
        final AtomicLong updates = new AtomicLong();
        final Map<Integer, AtomicInteger> next = new ConcurrentHashMap<>();
        volatile double loss;
        volatile double accuracy;

        Track(int length) {
            parameters = new float[length];
        }
    }

    private final TableSetup<B> setup;
    private final Exchange exchange;
    private final Track track;
    private final Learner<B> learner;
    private final BlockSource.Reader<B> reader;
    private final StepTally tally;
    private final Scores scores;
    private final StepTotals totals = new StepTotals();
    private double rate;
    private int calls;
    private long seenSteps;
    private long seenSamples;
    private long seenUpdates;

    private Racing(TableSetup<B> setup, Peers peers, @Nullable Checkpoint start) throws ExchangeException {
        this.setup = setup;
        this.exchange = peers.exchange();
        this.track = peers.commons()
                .share("parameters", Track.class, () -> new Track(setup.layout().size()));
        this.learner = setup.model().learner(exchange.ranks() > 1);
        this.reader = setup.source().reader();
        this.tally = new StepTally(exchange);
        this.scores = setup.scores(exchange, tally);
        exchange.barrier(); // nobody races for what is set anew below
        if (exchange.rank() == 0) {
            setup.start(track.parameters, start);
            track.next.clear();
            track.steps.set(0);
            track.samples.set(0);
            track.updates.set(0);
        }
        exchange.barrier();
    }

    @Override
    public void train(int epoch, int from, int to, StepListener metrics)
            throws DataException, ExchangeException, DivergedException {
        AtomicInteger next = track.next.computeIfAbsent(calls++, unused -> new AtomicInteger(from));
        for (int step = next.getAndIncrement(); step < to; step = next.getAndIncrement()) {
            exchange.check();
            B block = reader.read(epoch, step);
            rate = setup.rate(epoch, step);
            learner.learn(track.parameters, block, rate, tally.block());
            metrics.step(note(setup.samples(step, step + 1L)));
        }
        learner.settle(track.parameters);
        exchange.barrier();
        metrics.step(news(0));
    }

    /** Ends the step of a block. */
    private StepTotals note(long samples) {
        Tally block = tally.block();
        track.samples.addAndGet(samples);
        track.updates.addAndGet(block.updates());
        track.steps.incrementAndGet();
        if (block.predictions() > 0) {
            track.accuracy = block.hits() / (double) block.predictions();
            track.loss = block.loss() / block.predictions();
        }
        tally.endBlock();
        tally.endAlone();
        return news(samples);
    }

    /** What all ranks did since the last time this one looked. */
    private StepTotals news(long ownSamples) {
        long steps = track.steps.get();
        long samples = track.samples.get();
        long updates = track.updates.get();
        totals.set(steps - seenSteps, samples - seenSamples, ownSamples, updates - seenUpdates)
                .scored(track.loss, track.accuracy);
        seenSteps = steps;
        seenSamples = samples;
        seenUpdates = updates;
        return totals;
    }

    @Override
    public float[] parameters() {
        return track.parameters;
    }

    @Override
    public double lastRate() {
        return rate;
    }

    @Override
    public Evaluation evaluate() throws DataException, ExchangeException {
        return scores.of(track.parameters);
    }
}
