package dev.gradus.train;

import dev.gradus.data.DataException;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Runs real steps on scratch parameters before the clock starts, until the JIT compiler has done its work: for the time
 * asked for at least, and then until steps get no faster, but never for more than {@value #LONGEST} times as long. Rank
 * 0 decides, since all ranks must make the same number of exchanges; its steps are as slow as those of the slowest
 * rank.
 */
final class WarmUp {

    private static final int LONGEST = 10;

    /** Steps are timed in windows of this length. */
    private static final long WINDOW_NANOS = 50_000_000;

    /** Windows in a row without progress after which steps count as fast as they get. */
    private static final int CALM_WINDOWS = 4;

    private static final double PROGRESS = 0.9;

    /**
     * Steps after which the JIT has compiled even what runs once a step: it waits for 5,000 calls, and a loop that is
     * compiled anew counts from the start.
     */
    static final long COMPILED_STEPS = 12_000;

    /** Steps that take longer do not wait for that, since it would not show in them; they are compiled within. */
    private static final double LONG_STEP_NANOS = 1e6;

    /** Steps after which what happens in every sample is compiled; for what happens once a step, the time is waited. */
    static final long COMPILED_LONG_STEPS = 50;

    /**
     * Steps of few rows after which what runs a few times a step is compiled for a run of long steps. With 5,000 the
     * JIT would begin to compile once more what runs once, and it would do so while the clock runs.
     */
    static final long COMPILED_BRIEF_STEPS = 1_500;

    private static final int LONGEST_FOR_STEPS = 4;

    private static final int MOST_AT_ONCE = 1 << 20; // a float has it exactly

    /**
     * How often a run's first epoch and the pause after it are rehearsed: what only happens there must not be news to
     * the JIT, which compiles anew whatever took a turn that it never took before.
     */
    private static final int BEGINNINGS = 20;

    private final Exchange exchange;
    private final Duration duration;
    private final long compiledSteps;
    private final long start = System.nanoTime();
    private long steps;
    private long windowNanos;
    private long windowSteps;
    private double best = Double.POSITIVE_INFINITY;
    private int calm;

    /** Nanoseconds that pauses have taken. */
    private long pauseNanos;

    /** What happens between epochs of the run that is rehearsed. */
    interface Pause {

        void take() throws DataException, ExchangeException;
    }

    /** How long to run: at least for {@code duration} and {@code steps} steps, {@code epoch} steps at a time. */
    record Length(Duration duration, long steps, int epoch) {}

    private WarmUp(Exchange exchange, Length length) {
        this.exchange = exchange;
        this.duration = length.duration();
        this.compiledSteps = length.steps();
    }

    /** Runs scratch trainers for a while. Returns whether steps are so long that few fit, as rank 0 finds. */
    static boolean run(
            Supplier<? extends Trainer> trainers, StepListener listener, Pause pause, Length length, Exchange exchange)
            throws DataException, ExchangeException {
        WarmUp warmUp = new WarmUp(exchange, length);
        Trainer scratch = trainers.get();
        float[] verdict = new float[4]; // is it enough, were there pauses enough, how many steps follow, are they long
        int rounds = 0;
        for (int steps = 1; verdict[0] == 0; steps = (int) verdict[2]) {
            long before = System.nanoTime();
            try {
                scratch.train(0, 0, steps, listener);
            } catch (DivergedException e) {
                // Scratch steps outnumber those of the run, so this tells nothing about it. All ranks stop here alike.
                return false;
            }
            long nanos = System.nanoTime() - before;
            warmUp.count(steps, nanos);
            if (rounds++ < BEGINNINGS && verdict[1] == 0) {
                warmUp.pause(pause);
                scratch = trainers.get();
            }
            verdict[0] = warmUp.enough() ? 1 : 0;
            verdict[1] = warmUp.pausedEnough() ? 1 : 0;
            verdict[2] = exchange.rank() == 0 ? next(steps, nanos, length.epoch()) : 0;
            verdict[3] = exchange.rank() == 0 && warmUp.best > LONG_STEP_NANOS ? 1 : 0;
            exchange.sum(verdict, 0, 4);
        }
        return verdict[3] != 0;
    }

    /** Twice as many, so that little is said in between, but not more than the clock can wait for. */
    private static int next(int steps, long nanos, int epoch) {
        return Math.min(nanos < WINDOW_NANOS / 4 ? 2 * steps : steps, Math.min(epoch, MOST_AT_ONCE));
    }

    private void count(int more, long nanos) {
        steps += more;
        windowSteps += more;
        windowNanos += nanos;
        if (windowNanos >= WINDOW_NANOS) {
            double nanosPerStep = windowNanos / (double) windowSteps;
            calm = nanosPerStep < PROGRESS * best ? 0 : calm + 1;
            best = Math.min(best, nanosPerStep);
            windowNanos = 0;
            windowSteps = 0;
        }
    }

    private void pause(Pause pause) throws DataException, ExchangeException {
        long before = System.nanoTime();
        pause.take();
        pauseNanos += System.nanoTime() - before;
    }

    /** An evaluation of many rows is compiled in its first few, and would take most of the warm-up if repeated. */
    private boolean pausedEnough() {
        return exchange.rank() == 0 && pauseNanos >= duration.toNanos() / 2;
    }

    private boolean enough() {
        long elapsed = System.nanoTime() - start;
        long needed = best > LONG_STEP_NANOS ? Math.min(COMPILED_LONG_STEPS, compiledSteps) : compiledSteps;
        boolean compiled = steps >= needed || elapsed >= LONGEST_FOR_STEPS * duration.toNanos();
        boolean over = elapsed >= duration.toNanos() && calm >= CALM_WINDOWS && compiled;
        return exchange.rank() == 0 && (over || elapsed >= LONGEST * duration.toNanos());
    }
}
