package dev.gradus.report.html;

import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.ResourceReading;
import dev.gradus.metrics.RunFolder;
import dev.gradus.metrics.StepReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Run folders as train leaves them, for pages that are made of them. */
final class SampleRuns {

    private SampleRuns() {}

    /** A run folder as train leaves it. */
    static Path run(Path root, String name, int ranks, int steps, double speed) throws IOException {
        String job = "# The job\nname: \"\"\nseed: 1\nranks: " + ranks
                + "\nbatchSize: 128\nmodel:\n  kind: logistic\ndata:\n  kind: linear\nexchange:\n  algorithm: auto\n";
        Path path = root.resolve(name);
        try (RunFolder folder = RunFolder.create(path, job)) {
            for (int step = 1; step <= steps; step++) {
                folder.add(new StepReading(step, 0, step * 128L, 1.0 / step, 0.5, 0.1, step / 1000.0));
                if (step % Math.max(1, steps / 10) == 0) {
                    folder.add(new EvaluationReading(step, 0, 100, 2.0 / step, 0.6, 0.7, 0.8, 0.9, step / 1000.0));
                    folder.add(new ResourceReading(
                            0, "p", step / 1000.0, 90, List.of(80.0, 10.0), 2e8, 1e8, 0, 0, 0, 1e6, 2e6, 3e6));
                }
            }
            folder.summary(summary(ranks, steps, speed));
        }
        return path;
    }

    /** A run whose log is long; made as text, since a run writes no faster than it trains. */
    static Path longRun(Path root, String name, int steps) throws IOException {
        Path run = run(root, name, 1, 50, 1000);
        StringBuilder lines = new StringBuilder();
        for (int step = 51; step <= steps; step++) {
            lines.append("{\"type\":\"step\",\"step\":").append(step);
            lines.append(",\"epoch\":0,\"samples\":").append(step * 128L);
            lines.append(",\"loss\":0.").append(step % 997).append(",\"accuracy\":0.5,\"rate\":0.1,\"seconds\":");
            lines.append(step / 1000).append('.').append(1000 + step % 1000).append("}\n");
        }
        Files.writeString(run.resolve("metrics.jsonl"), lines, StandardOpenOption.APPEND);
        return run;
    }

    static Map<String, Object> summary(int ranks, int steps, double speed) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("model", "logistic");
        summary.put("strategy", "allreduce");
        summary.put("launch", "threads");
        summary.put("ranks", ranks);
        summary.put("steps", steps);
        summary.put("seconds", 10.0);
        summary.put("samplesPerSecond", speed);
        summary.put("computeSeconds", 8.0);
        summary.put("exchangeSeconds", 2.0);
        summary.put("waitSeconds", 1.0);
        summary.put("bytesSent", steps * 192);
        summary.put("messages", steps * 2);
        summary.put("parameters", 21);
        summary.put("bottleneck", "cpu");
        summary.put("bottleneckShares", Map.of("cpu", 0.8, "network", 0.2));
        summary.put("parametersHash", "00ff00ff");
        summary.put("staleness", List.of(5, 3, 1));
        summary.put("machine", Map.of("cpu", "a CPU", "cores", 4));
        summary.put(
                "rankTimes",
                List.of(
                        Map.of("rank", 0, "computeSeconds", 8.0, "exchangeSeconds", 2.0, "waitSeconds", 1.0),
                        Map.of("rank", 1, "computeSeconds", 7.0, "exchangeSeconds", 3.0, "waitSeconds", 2.0)));
        return summary;
    }

    static void trace(Path run) throws IOException {
        String events = "{\"traceEvents\":[\n";
        for (int step = 1; step <= 3; step++) {
            for (int rank = 0; rank < 2; rank++) {
                String place = ",\"ts\":" + step * 100 + ",\"dur\":90,\"pid\":" + rank
                        + ",\"tid\":0,\"args\":{\"step\":" + step + "}},\n";
                events += "{\"name\":\"step " + step + "\",\"cat\":\"step\",\"ph\":\"X\"" + place;
                events += "{\"name\":\"compute\",\"cat\":\"compute\",\"ph\":\"X\"" + place;
            }
        }
        Files.writeString(
                run.resolve("trace.json"), events + "{\"name\":\"end\",\"ph\":\"M\"}\n]}\n", StandardOpenOption.CREATE);
    }

    /** Of the pictures on a page. */
    static Set<String> names(Report report) {
        return report.charts().stream().map(chart -> chart.heading().name()).collect(Collectors.toSet());
    }
}
