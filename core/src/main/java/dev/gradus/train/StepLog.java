package dev.gradus.train;

import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.StepReading;
import java.util.ArrayList;
import java.util.List;

/**
 * Readings on their way to the observer. They wait until some time has passed or training pauses anyway, because
 * telling an observer costs as much as a short step. Owned by one rank.
 */
final class StepLog {

    private static final long HAND_OVER_NANOS = 200_000_000;

    private final RunObserver observer;
    private final List<StepReading> waiting = new ArrayList<>();
    private long handedOverAt = System.nanoTime();

    StepLog(RunObserver observer) {
        this.observer = observer;
    }

    void add(StepReading reading) {
        waiting.add(reading);
        if (System.nanoTime() - handedOverAt > HAND_OVER_NANOS) {
            handOver();
        }
    }

    /** Tells the observer what has waited. */
    void handOver() {
        waiting.forEach(observer::step);
        waiting.clear();
        handedOverAt = System.nanoTime();
    }
}
