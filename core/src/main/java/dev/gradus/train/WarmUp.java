package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import java.time.Duration;

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

    private final Exchange exchange;
    private final Duration duration;
    private final long start = System.nanoTime();
    private long windowStart = start;
    private long windowSteps;
    private double best = Double.POSITIVE_INFINITY;
    private int calm;

    private WarmUp(Exchange exchange, Duration duration) {
        this.exchange = exchange;
        this.duration = duration;
    }

    static void run(
            Worker scratch, Worker.StepListener listener, int stepsPerEpoch, Exchange exchange, Duration duration)
            throws ExchangeException {
        WarmUp warmUp = new WarmUp(exchange, duration);
        float[] enough = {0};
        for (int steps = 1; enough[0] == 0; steps = Math.min(2 * steps, stepsPerEpoch)) {
            try {
                scratch.train(0, 0, steps, listener);
            } catch (DivergedException e) {
                // Scratch steps outnumber those of the run, so this tells nothing about it. All ranks stop here alike.
                return;
            }
            enough[0] = warmUp.enough(steps) ? 1 : 0;
            exchange.sum(enough, 0, 1);
        }
    }

    private boolean enough(int steps) {
        long now = System.nanoTime();
        windowSteps += steps;
        if (now - windowStart >= WINDOW_NANOS) {
            double nanosPerStep = (now - windowStart) / (double) windowSteps;
            calm = nanosPerStep < PROGRESS * best ? 0 : calm + 1;
            best = Math.min(best, nanosPerStep);
            windowStart = now;
            windowSteps = 0;
        }
        boolean over = now - start >= duration.toNanos() && calm >= CALM_WINDOWS;
        return exchange.rank() == 0 && (over || now - start >= LONGEST * duration.toNanos());
    }
}
