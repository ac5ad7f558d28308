package dev.gradus.benchmarks;

import dev.gradus.metrics.Account;
import dev.gradus.metrics.Ledger;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What one step of two ranks books: with its entries kept for the trace, and with totals only. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LedgerBenchmark {

    /** Whether entries are kept. */
    @Param({"true", "false"})
    public boolean kept;

    private Ledger ledger = new Ledger(2);
    private long step;

    @Setup
    public void open() {
        ledger = new Ledger(2);
        if (!kept) {
            ledger.forgetEntries();
        }
    }

    /** Computes, sends, waits for the other rank, computes: five entries. */
    @Benchmark
    public long step() {
        ledger.mark(++step);
        ledger.enter(Account.SEND);
        ledger.enter(Account.WAIT, 1);
        ledger.enter(Account.SEND);
        ledger.enter(Account.COMPUTE);
        return step;
    }
}
