package dev.gradus.train;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.json.Json;
import dev.gradus.metrics.RankReport;
import dev.gradus.metrics.ResourceReading;
import dev.gradus.metrics.TraceFile;
import dev.gradus.metrics.TracePart;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TelemetryTest {

    @TempDir
    private Path folder;

    /** Keeps what a run tells beside its readings. */
    private static final class Listener extends Runs.Recorder {

        private final List<ResourceReading> resources = Collections.synchronizedList(new ArrayList<>());
        private final TraceFile trace = new TraceFile();

        @Override
        public void sampled(ResourceReading reading) {
            resources.add(reading);
        }

        @Override
        public void traced(TracePart part) {
            trace.add(part);
        }
    }

    @Test
    void theTraceOfEachRankAddsUpToWhatItReports() throws Exception {
        Listener listener = new Listener();
        RunResult result = Runs.run(Runs.job("ranks", 3, "virtualShards", 6, "epochs", 20, "steps", 50), listener);
        listener.trace.write(folder);

        Map<Long, Map<String, Double>> seconds = seconds();

        for (RankReport report : result.reports()) {
            Map<String, Double> sums = requireNonNull(seconds.get((long) report.rank()));
            // Pauses, which have a track of their own, fell into compute.
            assertThat(sums.get("compute")).isCloseTo(report.computeSeconds() + report.gcSeconds(), within(1e-6));
            assertThat(sums.getOrDefault("send", 0.0) + sums.getOrDefault("wait", 0.0))
                    .isCloseTo(report.exchangeSeconds(), within(1e-6));
            assertThat(sums.getOrDefault("wait", 0.0)).isCloseTo(report.waitSeconds(), within(1e-6));
            assertThat(sums.get("steps")).isEqualTo(50);
        }
    }

    @Test
    void pullsAndPushesStandInTheTraceWithTheNameOfTheShard() throws Exception {
        Listener listener = new Listener();
        RunResult result = Runs.run(
                Runs.job("ranks", 2, "strategy.kind", "server", "servers", 1, "epochs", 20, "steps", 100), listener);
        listener.trace.write(folder);

        String trace = Files.readString(folder.resolve(TraceFile.FILE));
        assertThat(trace).contains("push to shard 0", "pull from shard 0");
        for (RankReport report : result.reports()) {
            Map<String, Double> sums = requireNonNull(seconds().get((long) report.rank()));
            assertThat(sums.getOrDefault("send", 0.0) + sums.getOrDefault("wait", 0.0))
                    .isCloseTo(report.exchangeSeconds(), within(1e-6));
        }
    }

    @Test
    void ranksThatShareAProcessTellItsResourcesOnce() throws Exception {
        Listener listener = new Listener();

        Runs.run(Runs.job("ranks", 2, "epochs", 3), listener);

        assertThat(listener.resources).isNotEmpty();
        assertThat(listener.resources).extracting(ResourceReading::rank).containsOnly(0);
        assertThat(listener.resources).extracting(ResourceReading::seconds).isSorted();
    }

    /** What the slices of every rank's own track add up to, by category, and how many steps it has. */
    private Map<Long, Map<String, Double>> seconds() throws Exception {
        Map<Long, Map<String, Double>> ranks = new LinkedHashMap<>();
        Map<String, Object> trace = Json.parseObject(Files.readString(folder.resolve(TraceFile.FILE)));
        for (Object each : requireNonNull((List<?>) trace.get("traceEvents"))) {
            Map<?, ?> event = (Map<?, ?>) each;
            if ("X".equals(event.get("ph")) && requireNonNull(event.get("tid")).equals(0L)) {
                Map<String, Double> sums = ranks.computeIfAbsent((Long) event.get("pid"), pid -> new LinkedHashMap<>());
                boolean step = "step".equals(event.get("cat"));
                double value =
                        step ? 1 : requireNonNull((Number) event.get("dur")).doubleValue() / 1e6;
                sums.merge(step ? "steps" : (String) event.get("cat"), value, Double::sum);
            }
        }
        return ranks;
    }
}
