package dev.gradus.metrics;

import java.util.List;

/** Is told how a run goes. Called by any thread, and while ranks wait: return quickly. */
public interface RunObserver {

    /** What the run will do, once, before it starts; {@code totalSteps} steps over {@code totalSamples} rows. */
    void begins(List<String> header, long totalSteps, long totalSamples);

    void step(StepReading reading);

    void evaluated(EvaluationReading reading);

    void hashed(HashReading reading);

    /** What one rank's own part of a step cost; told by every rank of several, in no order. */
    default void ranked(RankReading reading) {}

    /** Where training is by now, between steps that are told anyway: a few times a second, for whoever watches. */
    default void now(StepReading reading) {}

    /** What was told so far is all for now: an observer that gathers readings passes them on. */
    default void passOn() {}

    /** A rank is lost, and the others go on without it. */
    default void lost(int rank, String reason) {}

    /** What a process of the run used lately; told by every process, in no order. Most observers show none of it. */
    default void sampled(ResourceReading reading) {}

    /** A part of what a rank did when; told by every rank, once it is done. Most observers show none of it. */
    default void traced(TracePart part) {}

    /**
     * The run lost a rank and is begun again after that step, or anew if it is 0. What was told of later steps does not
     * count; {@link #begins} and the rest follow once more.
     */
    default void goesBack(long step) {}

    /** A line for people: what the launcher does, or, with a rank of 0 or more, what that rank printed. */
    void log(int rank, String line);

    /** An observer that ignores everything. */
    static RunObserver none() {
        return new RunObserver() {
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
        };
    }
}
