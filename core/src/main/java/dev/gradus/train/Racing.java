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
import java.util.Arrays;
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

        final Race race = new Race();
        final Map<Integer, AtomicInteger> next = new ConcurrentHashMap<>();

        /** The parameters, and behind them room for the copies of rows that racing learners keep. */
        private float[] shared;

        private float @Nullable [] result;

        Track(int size, int copyFloats) {
            this.shared = new float[size + copyFloats];
        }

        /** The parameters alone, when nobody trains any more: what was behind them is gone. */
        synchronized float[] result(int size) {
            if (result == null) {
                result = shared.length == size ? shared : Arrays.copyOf(shared, size);
                shared = result; // the longer one is as large again, and saving needs memory, too
            }
            return result;
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
        int ranks = exchange.ranks();
        int copyFloats = ranks * setup.model().copyFloats(ranks);
        this.track = peers.commons()
                .share("parameters", Track.class, () -> new Track(setup.layout().size(), copyFloats));
        this.learner = setup.model().learner(exchange.rank(), ranks);
        this.reader = setup.source().reader();
        this.tally = new StepTally(exchange);
        this.scores = setup.scores(exchange, tally);
        this.watch = track.race.new Watch();
        exchange.barrier(); // nobody races for what is set anew below
        if (exchange.rank() == 0) {
            setup.start(track.shared, start);
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
            learner.learn(track.shared, block, rate, tally.block());
            metrics.step(note(setup.samples(step, step + 1L)));
        }
        learner.settle(track.shared);
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
        return track.shared;
    }

    @Override
    public float[] result() throws ExchangeException {
        exchange.barrier(); // somebody may still be scoring the longer array
        return track.result(setup.layout().size());
    }

    @Override
    public double lastRate() {
        return rate;
    }

    @Override
    public Evaluation evaluate() throws DataException, ExchangeException {
        return scores.of(track.shared);
    }
}
