package dev.gradus.train;

import dev.gradus.job.Job;
import dev.gradus.launch.ThreadLauncher;
import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.HashReading;
import dev.gradus.metrics.RankReport;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.StepReading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Small runs on threads, for tests of what comes out of them. */
final class Runs {

    private Runs() {}

    /** A job of little work; {@code settings} are names and values by turns and replace its own. */
    static Job job(Object... settings) {
        Map<String, Object> scalars = new LinkedHashMap<>();
        scalars.put("launch.kind", "threads");
        scalars.put("launch.warmUp", "0s");
        scalars.put("kernels", "plain");
        scalars.put("data.rows", 1000L);
        scalars.put("batchSize", 128L);
        scalars.put("optimizer.rate", 0.5);
        for (int i = 0; i < settings.length; i += 2) {
            Object value = settings[i + 1] instanceof Integer number ? (Object) number.longValue() : settings[i + 1];
            scalars.put((String) settings[i], value);
        }
        return Job.of(Kinds.load().keys(), scalars);
    }

    static RunResult run(Job job) throws RunFailedException {
        return run(job, RunObserver.none());
    }

    static RunResult run(Job job, RunObserver observer) throws RunFailedException {
        Kinds.load().check(job);
        return new ThreadLauncher().run(job, new Launcher.Surroundings(observer, List.of()));
    }

    /** What all ranks together report of one figure. */
    static long sum(RunResult result, java.util.function.ToLongFunction<RankReport> figure) {
        return result.reports().stream().mapToLong(figure).sum();
    }

    static String hash(RunResult result) {
        return result.reports().get(0).parametersHash();
    }

    /** Keeps all it is told. */
    static class Recorder implements RunObserver {

        final List<Long> totals = new ArrayList<>();
        final List<Object> readings = new ArrayList<>();

        @Override
        public void begins(List<String> header, long totalSteps, long totalSamples) {
            totals.add(totalSteps);
            totals.add(totalSamples);
        }

        @Override
        public void step(StepReading reading) {
            readings.add(reading);
        }

        @Override
        public void evaluated(EvaluationReading reading) {
            readings.add(reading);
        }

        @Override
        public void hashed(HashReading reading) {
            readings.add(reading);
        }

        @Override
        public void log(int rank, String line) {}

        List<StepReading> steps() {
            return only(StepReading.class);
        }

        List<EvaluationReading> evaluations() {
            return only(EvaluationReading.class);
        }

        List<HashReading> hashes() {
            return only(HashReading.class);
        }

        private <T> List<T> only(Class<T> type) {
            return readings.stream().filter(type::isInstance).map(type::cast).toList();
        }
    }
}
