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
        public int blocksPerStep(Job job, int ranks, boolean gradients) {
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
        final Race race = new Race();
        final Map<Integer, AtomicInteger> next = new ConcurrentHashMap<>();

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
    private final Race.Watch watch;
    private double rate;
    private int calls;

    private Racing(TableSetup<B> setup, Peers peers, @Nullable Checkpoint start) throws ExchangeException {
        this.setup = setup;
        this.exchange = peers.exchange();
        this.track = peers.commons()
                .share("parameters", Track.class, () -> new Track(setup.layout().size()));
        this.learner = setup.model().learner(exchange.ranks());
        this.reader = setup.source().reader();
        this.tally = new StepTally(exchange);
        this.scores = setup.scores(exchange, tally);
        this.watch = track.race.new Watch();
        exchange.barrier(); // nobody races for what is set anew below
        if (exchange.rank() == 0) {
            setup.start(track.parameters, start);
            track.next.clear();
            track.race.clear();
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
        metrics.step(watch.news(0));
    }

    /** Ends the step of a block. */
    private StepTotals note(long samples) {
        Tally block = tally.block();
        if (block.predictions() > 0) {
            double predictions = block.predictions();
            watch.scored(block.loss() / predictions, block.hits() / predictions);
        }
        track.race.count(samples, block.updates());
        tally.endBlock();
        tally.endAlone();
        return watch.news(samples);
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
