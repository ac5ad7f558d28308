package dev.gradus.calibrate;

import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.HashReading;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.StepReading;
import dev.gradus.run.TrainedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a short run showed.
 *
 * @param intervals seconds between readings of rank 0, which are single steps where each was read
 * @param steady seconds of a step in the second half; NaN where too little was read
 */
@SuppressWarnings("ArrayRecordComponent") // read by whoever ran it; never compared
record Trial(TrainedRun run, double[] intervals, double steady) {

    /** Notes when the steps of a run ended. */
    static final class Watch implements RunObserver {

        private final List<Double> ends = new ArrayList<>();
        private final List<Long> numbers = new ArrayList<>();

        @Override
        public void begins(List<String> header, long totalSteps, long totalSamples) {
            // Only the steps count.
        }

        @Override
        public synchronized void step(StepReading reading) {
            ends.add(reading.seconds());
            numbers.add(reading.step());
        }

        @Override
        public void evaluated(EvaluationReading reading) {
            // The clock of training stands still meanwhile.
        }

        @Override
        public void hashed(HashReading reading) {
            // Trials take no hashes.
        }

        @Override
        public void log(int rank, String line) {
            // What goes wrong ends the run with its reason.
        }

        synchronized Trial of(TrainedRun run) {
            double[] intervals = new double[Math.max(0, ends.size() - 1)];
            for (int i = 0; i < intervals.length; i++) {
                intervals[i] = ends.get(i + 1) - ends.get(i);
            }
            return new Trial(run, intervals, steady(numbers, ends));
        }
    }

    /** Seconds of a step after half of them, by the numbers of those that were read and when they ended. */
    static double steady(List<Long> numbers, List<Double> ends) {
        int last = numbers.size() - 1;
        for (int i = 0; i < last; i++) {
            if (2 * numbers.get(i) >= numbers.get(last)) {
                return (ends.get(last) - ends.get(i)) / (double) (numbers.get(last) - numbers.get(i));
            }
        }
        return Double.NaN;
    }

    /**
     * The mean step of a run of so many steps that begins like this one. First steps are slow: memory is touched for
     * the first time, and compilers still run. In a short run they count for much, in a long one for nothing.
     */
    double secondsPerStep(double ofSteps) {
        return lengthened(run.figure("seconds"), steps(), steady, ofSteps);
    }

    static double lengthened(double seconds, double steps, double steady, double ofSteps) {
        return Double.isNaN(steady) || ofSteps <= steps
                ? seconds / steps
                : (seconds + (ofSteps - steps) * steady) / ofSteps;
    }

    double steps() {
        return run.figure("steps");
    }

    double ranks() {
        return run.figure("ranks");
    }

    double secondsPerStep() {
        return run.figure("seconds") / steps();
    }

    double computeSecondsPerStep() {
        return run.figure("computeSeconds") / steps();
    }

    double exchangeSecondsPerStep() {
        return run.figure("exchangeSeconds") / steps();
    }

    double waitSecondsPerStep() {
        return run.figure("waitSeconds") / steps();
    }

    double samplesPerStep() {
        return run.figure("samples") / steps();
    }

    /** What each rank sends in a step. */
    double bytesPerStep() {
        return run.figure("bytesSent") / steps() / ranks();
    }

    /** What all servers moved for every second that they were busy; 0 where there were none. */
    double serverBytesPerSecond() {
        double bytes = 0;
        double seconds = 0;
        if (run.summary().get("serverTraffic") instanceof List<?> servers) {
            for (Object each : servers) {
                if (each instanceof Map<?, ?> server) {
                    bytes += number(server, "bytesIn") + number(server, "bytesOut");
                    seconds += number(server, "busySeconds");
                }
            }
        }
        return seconds > 0 ? bytes / seconds : 0;
    }

    private static double number(Map<?, ?> server, String name) {
        return server.get(name) instanceof Number number ? number.doubleValue() : 0;
    }

    double messagesPerStep() {
        return run.figure("messages") / steps() / ranks();
    }
}
