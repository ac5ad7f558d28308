package dev.gradus.benchmarks;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * Repeats what will be measured until the compilers of all ranks have little left to do. Before that, short sums wait
 * for a compiler, their own or one that took their core, more often than for each other. All ranks must make the same
 * calls.
 */
final class Rehearsal {

    /**
     * Milliseconds that the compilers of all ranks may take in a pass of a second or more. 4 ranks summed 4 KB over TCP
     * back to back in 36 and 43 us with it, and on another turn in 75 and 76 with 50.
     */
    static final int QUIET_MILLIS = 20;

    /** Two ranks were quiet after five on 2 cores. */
    static final int MOST_PASSES = 30;

    /** Everything that will be measured, or of the passes after the first what is short. */
    interface Pass {
        void run(boolean first) throws ExchangeException;
    }

    private final Exchange exchange;
    private final LongSupplier compiledMillis;

    Rehearsal(Exchange exchange) {
        this(exchange, ManagementFactory.getCompilationMXBean()::getTotalCompilationTime);
    }

    /** {@code compiledMillis} tells how long this rank's compiler has worked so far. */
    Rehearsal(Exchange exchange, LongSupplier compiledMillis) {
        this.exchange = exchange;
        this.compiledMillis = compiledMillis;
    }

    void run(Pass pass) throws ExchangeException {
        float[] compiled = {Float.MAX_VALUE};
        for (int passes = 0; passes < MOST_PASSES && compiled[0] > QUIET_MILLIS; passes++) {
            long before = compiledMillis.getAsLong();
            pass.run(passes == 0);
            compiled[0] = compiledMillis.getAsLong() - before;
            exchange.sum(compiled, 0, 1);
        }
    }
}
