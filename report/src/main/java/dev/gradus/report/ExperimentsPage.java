package dev.gradus.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The page that sets published experiments beside ours, in Markdown. */
public final class ExperimentsPage {

    private final StringBuilder text = new StringBuilder();

    /** {@code machine} says what ours ran on; {@code command} repeats it. */
    public ExperimentsPage(String command, List<String> machine) {
        text.append("# Published experiments, and ours\n\n");
        text.append("Made by `")
                .append(command)
                .append("`, which runs all of it again. What was published stands as it was"
                        + " published;\nnone of it was measured here, so times of different machines stand side by side. Speedups"
                        + " and accuracies can be\ncompared, times only as orders of magnitude.\n\n");
        machine.forEach(line -> text.append("* ").append(line).append('\n'));
    }

    /** A run of ours: what the table calls it, and its summary. */
    public record Run(String name, Map<String, Object> summary, double slowest, double fastest) {

        /** Of several runs of the same the one of median speed, the slower of two, and the range of all. */
        public static Run median(String name, List<Map<String, Object>> runs) {
            List<Map<String, Object>> sorted =
                    runs.stream().sorted(Comparator.comparingDouble(Run::speed)).toList();
            return new Run(
                    name,
                    sorted.get((sorted.size() - 1) / 2),
                    speed(sorted.get(0)),
                    speed(sorted.get(sorted.size() - 1)));
        }

        private static double speed(Map<String, Object> summary) {
            return SummaryText.number(summary, "samplesPerSecond");
        }
    }

    /**
     * One experiment.
     *
     * @param about what was done
     * @param published rows of their table under its headings
     * @param differences what else differs
     * @param remarks lines below our table
     */
    public record Section(
            String title, String about, Table published, List<Run> ours, String differences, List<String> remarks) {}

    public void add(Section section) {
        text.append("\n## ")
                .append(section.title())
                .append("\n\n")
                .append(section.about())
                .append("\n\nPublished:\n\n");
        text.append(section.published().markdown()).append("\nOurs:\n\n");
        text.append(table(section.ours()).markdown()).append('\n');
        section.remarks().forEach(remark -> text.append("* ").append(remark).append('\n'));
        text.append(section.remarks().isEmpty() ? "" : "\n");
        text.append("What differs: ").append(section.differences()).append('\n');
    }

    /** The first run is what speedups are over. */
    private static Table table(List<Run> runs) {
        boolean words = runs.get(0).summary().containsKey("wordsPerSecond");
        List<String> headings =
                new ArrayList<>(List.of("run", "seconds", "speedup", (words ? "words" : "rows") + "/s"));
        headings.addAll(words ? List.of("updates/s") : List.of());
        headings.addAll(List.of("loss", "accuracy", "bytes a step", "exchange", "bottleneck"));
        Table table = new Table(headings);
        double base = SummaryText.number(runs.get(0).summary(), "samplesPerSecond");
        for (Run run : runs) {
            table.add(cells(run, base, words));
        }
        return table;
    }

    private static List<String> cells(Run run, double base, boolean words) {
        Map<String, Object> summary = run.summary();
        double speed = SummaryText.number(summary, "samplesPerSecond");
        double counted = SummaryText.number(summary, "accuracy");
        // Outputs that predict no single word count no hits.
        double accuracy = words && counted == 0 ? Double.NaN : counted;
        List<String> cells = new ArrayList<>(List.of(
                run.name(),
                Figures.fixed(SummaryText.number(summary, "seconds"), 3),
                Figures.fixed(speed / base, 2) + range(run, base),
                Figures.count(speed)));
        if (words) {
            cells.add(Figures.count(SummaryText.number(summary, "updatesPerSecond")));
        }
        double share = SummaryText.number(summary, "exchangeSeconds") / SummaryText.number(summary, "seconds");
        cells.add(Figures.fixed(SummaryText.number(summary, "loss"), 4));
        cells.add(Figures.fixed(accuracy, 4));
        cells.add(Figures.bytes(SummaryText.number(summary, "bytesSent") / SummaryText.number(summary, "steps")));
        cells.add(Figures.fixed(100 * share, 1) + " %");
        cells.add(String.valueOf(summary.get("bottleneck")));
        return cells;
    }

    /** What single runs came to, if there was more than one. */
    private static String range(Run run, double base) {
        return run.slowest() < run.fastest()
                ? " (" + Figures.fixed(run.slowest() / base, 2) + "-" + Figures.fixed(run.fastest() / base, 2) + ")"
                : "";
    }

    public String text() {
        return text.toString();
    }
}
