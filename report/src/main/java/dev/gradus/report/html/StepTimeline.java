package dev.gradus.report.html;

import dev.gradus.json.Json;
import dev.gradus.json.JsonException;
import dev.gradus.metrics.TraceFile;
import dev.gradus.report.chart.Chart;
import dev.gradus.report.chart.Timeline;
import dev.gradus.report.chart.Timeline.Lane;
import dev.gradus.report.chart.Timeline.Span;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes one step out of {@code trace.json}: of those that all ranks kept, the one of median length. The file is read
 * line by line, an event each, because as a whole it would fill the memory of a small machine.
 */
final class StepTimeline {

    /** What spans can be; the order gives them their colours. */
    static final List<String> KINDS = List.of("compute", "wait", "send", "evaluate", "disk", "gc");

    /** Ranks that are shown; more would be too thin to see. */
    private static final int MOST_RANKS = 16;

    private final Path file;

    private StepTimeline(Path file) {
        this.file = file;
    }

    private record Step(long number, double from, double to) {}

    /** The picture, or nothing if the folder has no trace or no step of it is whole. */
    static Optional<Timeline> of(Path folder) throws IOException {
        Path file = folder.resolve(TraceFile.FILE);
        return Files.exists(file) ? new StepTimeline(file).read() : Optional.empty();
    }

    private Optional<Timeline> read() throws IOException {
        Map<Long, List<Step>> steps = new TreeMap<>();
        Map<Long, Boolean> ranks = new TreeMap<>();
        events("\"cat\":\"step\"", event -> {
            if (args(event).get("step") instanceof Long number && event.get("pid") instanceof Long rank) {
                ranks.put(rank, true);
                double from = number(event, "ts");
                steps.computeIfAbsent(number, unused -> new ArrayList<>())
                        .add(new Step(number, from, from + number(event, "dur")));
            }
        });
        List<Step> whole = steps.values().stream()
                .filter(parts -> parts.size() == ranks.size())
                .map(StepTimeline::joined)
                .sorted(Comparator.comparingDouble(step -> step.to() - step.from()))
                .toList();
        return whole.isEmpty() ? Optional.empty() : Optional.of(timeline(whole.get(whole.size() / 2)));
    }

    private static Step joined(List<Step> parts) {
        return new Step(
                parts.get(0).number(),
                parts.stream().mapToDouble(Step::from).min().orElse(0),
                parts.stream().mapToDouble(Step::to).max().orElse(0));
    }

    private Timeline timeline(Step step) throws IOException {
        Map<String, List<Span>> lanes = new TreeMap<>();
        events("\"ph\":\"X\"", event -> {
            double from = number(event, "ts");
            double to = from + number(event, "dur");
            if (event.get("pid") instanceof Long rank
                    && rank < MOST_RANKS
                    && to > step.from()
                    && from < step.to()
                    && !"step".equals(event.get("cat"))) {
                lanes.computeIfAbsent(lane(rank, event.get("tid")), name -> new ArrayList<>())
                        .add(new Span(
                                String.valueOf(event.get("cat")),
                                event.get("name") + ", ms",
                                (Math.max(from, step.from()) - step.from()) / 1000,
                                (Math.min(to, step.to()) - step.from()) / 1000));
            }
        });
        return new Timeline(
                new Chart.Heading(
                        "timeline",
                        "Step " + step.number() + ", over all ranks",
                        "The step of median length among those that the trace kept of every rank. A rank that waits shows"
                                + " which one it waits for when you point at it; trace.json has the other steps."),
                "milliseconds since the step began",
                KINDS,
                lanes.entrySet().stream()
                        .map(lane -> new Lane(lane.getKey(), lane.getValue()))
                        .toList());
    }

    private static String lane(long rank, @Nullable Object track) {
        // Names sort like the ranks, and each rank's own track before those beside it.
        String name = "rank " + (rank < 10 ? " " : "") + rank;
        if (Long.valueOf(1).equals(track)) {
            return name + " beside";
        }
        return Long.valueOf(2).equals(track) ? name + " GC" : name;
    }

    private static Map<?, ?> args(Map<String, Object> event) {
        return event.get("args") instanceof Map<?, ?> args ? args : Map.of();
    }

    private static double number(Map<String, Object> event, String name) {
        return event.get(name) instanceof Number number ? number.doubleValue() : 0;
    }

    private void events(String mark, Consumer<Map<String, Object>> use) throws IOException {
        String last = "";
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.contains(mark)) {
                    use.accept(Json.parseObject(line.endsWith(",") ? line.substring(0, line.length() - 1) : line));
                }
                last = line;
            }
            if (!last.endsWith("}")) {
                throw new IOException("trace was cut off, and its timeline is left out: file=" + file);
            }
        } catch (JsonException e) {
            throw new IOException("trace cannot be read: file=" + file + ", " + e.getMessage(), e);
        }
    }
}
