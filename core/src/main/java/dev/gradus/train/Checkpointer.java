package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.checkpoint.Place;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.job.Job;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.RunObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Takes checkpoints of a rank when they are due. Training waits for a copy in memory and no longer: a thread of its own
 * stores the copy, and while it does, no other is taken. Owned by one rank.
 */
final class Checkpointer implements AutoCloseable {

    private static final Duration FAREWELL = Duration.ofSeconds(2);

    /** Time between lines that say that checkpoints are skipped. */
    private static final long SAY_NANOS = 10_000_000_000L;

    private final CheckpointStore store;
    private final Setup setup;
    private final Training training;
    private final Ledger ledger;
    private final RunObserver observer;
    private final long every;
    private final long everyNanos;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread made = new Thread(task, "checkpoint");
        made.setDaemon(true);
        return made;
    });
    private @Nullable Checkpoint copy;
    private @Nullable Future<?> storing;
    private long takenAt = System.nanoTime();
    private long skipped;
    private long saidAt = takenAt - SAY_NANOS;

    /** {@code observer} hears of checkpoints that were skipped. The thread starts with the first that is taken. */
    Checkpointer(CheckpointStore store, Setup setup, Training training, Ledger ledger, RunObserver observer) {
        this.store = store;
        this.setup = setup;
        this.training = training;
        this.ledger = ledger;
        this.observer = observer;
        Job job = setup.job();
        this.every = job.get(JobKeys.CHECKPOINT_EVERY);
        this.everyNanos = job.get(JobKeys.CHECKPOINT_SECONDS).toNanos();
    }

    /**
     * Whether a checkpoint is due now that steps went from {@code before} to {@code steps}. What went wrong on the
     * other thread is thrown here.
     */
    boolean due(long before, long steps) {
        Future<?> begun = storing;
        if (begun != null && begun.isDone()) {
            storing = null;
            await(begun, Duration.ZERO);
        }
        return (every > 0 && steps / every != before / every)
                || (everyNanos > 0 && System.nanoTime() - takenAt >= everyNanos);
    }

    /**
     * Copies what a checkpoint holds; {@code before} runs on the other thread before it is stored. The {@code last} of
     * a run waits for the one before it, since no other follows that would make up for it.
     */
    void take(Place place, boolean last, Runnable before) throws ExchangeException {
        takenAt = System.nanoTime();
        Future<?> begun = storing;
        if (begun != null && last) {
            ledger.enter(Account.DISK);
            await(begun, patience());
            ledger.enter(Account.COMPUTE);
        }
        if (begun != null && !begun.isDone()) {
            skip(place);
            return;
        }
        ledger.enter(Account.DISK);
        Checkpoint taken = copy(place);
        copy = taken;
        ledger.enter(Account.COMPUTE);
        storing = thread.submit(() -> {
            before.run();
            store.store(taken);
            return null;
        });
    }

    /** Into the arrays of the last copy, which is stored by now. */
    private Checkpoint copy(Place place) throws ExchangeException {
        Checkpoint last = copy;
        float[] parameters = training.parameters();
        List<float[]> state = training.state();
        String job = last == null ? ResultKeys.text(setup.job()) : last.job();
        float[] to = last == null ? new float[setup.layout().size()] : last.parameters();
        List<float[]> toState =
                last == null ? state.stream().map(array -> new float[to.length]).toList() : last.state();
        System.arraycopy(parameters, 0, to, 0, to.length);
        for (int i = 0; i < state.size(); i++) {
            System.arraycopy(state.get(i), 0, toState.get(i), 0, to.length);
        }
        return new Checkpoint(place, job, setup.layout(), to, toState);
    }

    private void skip(Place place) {
        skipped++;
        if (takenAt - saidAt >= SAY_NANOS) {
            saidAt = takenAt;
            observer.log(
                    0,
                    "checkpoint skipped, the one before is still being written: step=" + place.step() + ", skipped="
                            + skipped + "; checkpoint.every or checkpoint.seconds may be larger");
        }
    }

    /** Waits until the last checkpoint is stored. What went wrong is thrown here. */
    void finish() {
        Future<?> begun = storing;
        storing = null;
        if (begun != null) {
            await(begun, patience());
        }
    }

    private Duration patience() {
        return setup.job().get(JobKeys.EXCHANGE_TIMEOUT);
    }

    private void await(Future<?> begun, Duration patience) {
        try {
            begun.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw thrown(e.getCause());
        } catch (TimeoutException e) {
            // The run is done and its model is what counts now.
            observer.log(0, "checkpoint is not stored yet and not waited for: waited=" + patience.toSeconds() + "s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a checkpoint is stored", e);
        }
    }

    private static RuntimeException thrown(@Nullable Throwable cause) {
        if (cause instanceof IOException e) {
            return new UncheckedIOException(e.getMessage(), e);
        }
        return cause instanceof RuntimeException e ? e : new IllegalStateException("no checkpoint: " + cause, cause);
    }

    /**
     * Leaves a checkpoint that is on its way a moment to arrive. Its thread is not interrupted: that would close the
     * connection on which this rank may still have to say why it fails.
     */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)) {
                observer.log(0, "checkpoint is left behind unfinished: waited=" + FAREWELL.toSeconds() + "s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
