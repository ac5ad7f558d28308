package dev.gradus.train;

import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.HashReading;
import dev.gradus.metrics.RankReading;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.StepReading;
import java.util.List;

/** Passes on what a rank says of itself, and nothing that rank 0 says for all. */
record OwnReadings(RunObserver observer) implements RunObserver {

    @Override
    public void ranked(RankReading reading) {
        observer.ranked(reading);
    }

    @Override
    public void passOn() {
        observer.passOn();
    }

    @Override
    public void begins(List<String> header, long totalSteps, long totalSamples) {}

    @Override
    public void step(StepReading reading) {}

    @Override
    public void evaluated(EvaluationReading reading) {}

    @Override
    public void hashed(HashReading reading) {}

    @Override
    public void log(int rank, String line) {}
}
