package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import java.time.Duration;

/**
 * Runs real steps on scratch parameters until a time is over, so that the JIT compiler has done its work before the
 * clock starts. Rank 0 decides when it is enough, since all ranks must make the same number of exchanges.
 */
final class WarmUp {

    private static final int MOST_STEPS_BETWEEN_CHECKS = 64;

    private WarmUp() {}

    static void run(Worker scratch, int stepsPerEpoch, Exchange exchange, Duration duration)
            throws ExchangeException, DivergedException {
        long start = System.nanoTime();
        float[] enough = {0};
        for (int steps = 1; enough[0] == 0; steps = Math.min(2 * steps, MOST_STEPS_BETWEEN_CHECKS)) {
            scratch.train(0, 0, Math.min(steps, stepsPerEpoch), (batch, gradient) -> {});
            boolean over = System.nanoTime() - start >= duration.toNanos();
            enough[0] = exchange.rank() == 0 && over ? 1 : 0;
            exchange.sum(enough, 0, 1);
        }
    }
}
