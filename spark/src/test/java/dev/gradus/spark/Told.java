package dev.gradus.spark;

import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.HashReading;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.StepReading;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/** Remembers what a run told, and does something once when it has come to some step. */
final class Told implements RunObserver {

    final List<String> lines = new CopyOnWriteArrayList<>();
    final List<String> byRank = new CopyOnWriteArrayList<>();
    final List<Long> backTo = new CopyOnWriteArrayList<>();
    private final long step;
    private final Runnable deed;
    private final AtomicBoolean done = new AtomicBoolean();

    Told() {
        this(Long.MAX_VALUE, () -> {});
    }

    Told(long step, Runnable deed) {
        this.step = step;
        this.deed = deed;
    }

    /** What was told of the first attempt that failed; that executors are waited for may come before it. */
    String firstFailure() {
        return lines.stream()
                .filter(line -> line.startsWith("attempt "))
                .findFirst()
                .orElse("none failed: " + lines);
    }

    boolean done() {
        return done.get();
    }

    @Override
    public void begins(List<String> header, long totalSteps, long totalSamples) {}

    @Override
    public void step(StepReading reading) {
        if (reading.step() >= step && !done.getAndSet(true)) {
            deed.run();
        }
    }

    @Override
    public void evaluated(EvaluationReading reading) {}

    @Override
    public void hashed(HashReading reading) {}

    @Override
    public void goesBack(long to) {
        backTo.add(to);
    }

    @Override
    public void log(int rank, String line) {
        lines.add(line);
        byRank.add("[rank " + rank + "] " + line);
    }
}
