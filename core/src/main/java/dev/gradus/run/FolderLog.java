package dev.gradus.run;

import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.HashReading;
import dev.gradus.metrics.RankReading;
import dev.gradus.metrics.ResourceReading;
import dev.gradus.metrics.RunFolder;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.StepReading;
import dev.gradus.metrics.TraceFile;
import dev.gradus.metrics.TracePart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Writes what a run tells to its folder, and tells it to the next observer. */
final class FolderLog implements RunObserver {

    private final RunFolder folder;
    private final RunObserver next;
    private final TraceFile trace = new TraceFile();
    private volatile boolean begun;

    FolderLog(RunFolder folder, RunObserver next) {
        this.folder = folder;
        this.next = next;
    }

    /** Whether there was anything to write. */
    boolean begun() {
        return begun;
    }

    @Override
    public void begins(List<String> header, long totalSteps, long totalSamples) {
        begun = true;
        next.begins(header, totalSteps, totalSamples);
    }

    @Override
    public void step(StepReading reading) {
        folder.add(reading);
        next.step(reading);
    }

    @Override
    public void now(StepReading reading) {
        folder.now(reading);
        next.now(reading);
    }

    @Override
    public void ranked(RankReading reading) {
        folder.add(reading);
        next.ranked(reading);
    }

    @Override
    public void lost(int rank, String reason) {
        folder.lost(rank, reason);
        next.lost(rank, reason);
    }

    @Override
    public void evaluated(EvaluationReading reading) {
        folder.add(reading);
        next.evaluated(reading);
    }

    @Override
    public void hashed(HashReading reading) {
        folder.add(reading);
        next.hashed(reading);
    }

    @Override
    public void sampled(ResourceReading reading) {
        folder.add(reading);
        next.sampled(reading);
    }

    @Override
    public void traced(TracePart part) {
        trace.add(part);
        next.traced(part);
    }

    /** Writes what ranks handed over of their traces, if they came so far. */
    void writeTrace() throws IOException {
        if (!trace.isEmpty()) {
            trace.write(folder.path());
        }
    }

    @Override
    public void goesBack(long step) {
        try {
            folder.goBackTo(step);
        } catch (IOException e) {
            throw new UncheckedIOException("log cannot be taken back: step=" + step + ", " + e.getMessage(), e);
        }
        next.goesBack(step);
    }

    @Override
    public void log(int rank, String line) {
        next.log(rank, line);
    }
}
