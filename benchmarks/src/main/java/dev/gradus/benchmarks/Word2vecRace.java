package dev.gradus.benchmarks;

import dev.gradus.data.DataException;
import dev.gradus.data.text.Corpus;
import dev.gradus.data.text.TextBlock;
import dev.gradus.model.Learner;
import dev.gradus.model.Tally;
import dev.gradus.model.word2vec.Word2vec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that learn the blocks of a corpus at once on one array; the rate falls with the words done. */
final class Word2vecRace {

    /** What is left of the rate at the end. */
    private static final double LEAST = 1e-4;

    private final Word2vec model;
    private final Corpus corpus;
    private final double rate;
    private final int epochs;
    private final int blockSize;

    Word2vecRace(Word2vec model, Corpus corpus, double rate, int epochs, int blockSize) {
        this.model = model;
        this.corpus = corpus;
        this.rate = rate;
        this.epochs = epochs;
        this.blockSize = blockSize;
    }

    /** Learns the first {@code blocks} of each epoch and returns what it cost. */
    Tally run(float[] parameters, int threads, long blocks) throws InterruptedException, ExecutionException {
        AtomicLong next = new AtomicLong();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        Tally sum = new Tally();
        try {
            List<Callable<Tally>> parts = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int racer = thread;
                parts.add(() -> learn(parameters, racer, threads, next, blocks));
            }
            for (Future<Tally> part : pool.invokeAll(parts)) {
                sum.add(part.get());
            }
        } finally {
            pool.shutdownNow();
        }
        return sum;
    }

    private Tally learn(float[] parameters, int racer, int racers, AtomicLong next, long blocks) throws DataException {
        Learner<TextBlock> learner = model.learner(racer, racers);
        TextBlock block = new TextBlock(blockSize);
        Tally tally = new Tally();
        long total = blocks * epochs;
        for (long i = next.getAndIncrement(); i < total; i = next.getAndIncrement()) {
            block.read(corpus, (int) (i / blocks), i % blocks);
            learner.learn(parameters, block, rate * Math.max(LEAST, 1 - (double) i / total), tally);
        }
        learner.settle(parameters);
        return tally;
    }
}
