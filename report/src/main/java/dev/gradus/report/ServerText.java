package dev.gradus.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a summary says of servers, in a few lines for people. */
final class ServerText {

    /** Cells of the histogram that are printed one by one; all beyond are added up. */
    private static final int CELLS = 8;

    private ServerText() {}

    /** Nothing for a run without servers. */
    static List<String> lines(Map<String, ?> summary) {
        List<String> lines = new ArrayList<>();
        if (!(summary.get("serverTraffic") instanceof List<?> servers) || servers.isEmpty()) {
            return lines;
        }
        double bytes = SummaryText.number(summary, "bytesPerStep");
        double dense = SummaryText.number(summary, "denseBytesPerStep");
        lines.add("servers   " + servers.size() + ", busiest " + summary.get("hotServer") + " with "
                + Figures.fixed(SummaryText.number(summary, "serverSkew"), 2) + " of the mean; slowest worker "
                + summary.get("slowestWorker"));
        lines.add("a step    " + Figures.bytes(bytes)
                + " between workers and servers; all parameters both ways would be " + Figures.bytes(dense)
                + (bytes > 0 ? ", " + Figures.fixed(dense / bytes, 1) + " times as much" : ""));
        if (summary.get("staleness") instanceof List<?> cells && !cells.isEmpty()) {
            lines.add("staleness " + histogram(cells));
        }
        if (summary.get("lostWorkers") instanceof List<?> lost && !lost.isEmpty()) {
            lines.add("lost      workers " + lost + ", with " + summary.get("lostSteps")
                    + " steps that nobody has learnt from");
        }
        return lines;
    }

    /** Shares of the pushes, as "0: 71 %, 1: 29 %". */
    private static String histogram(List<?> cells) {
        double all = sum(cells, 0);
        List<String> parts = new ArrayList<>();
        for (int cell = 0; cell < Math.min(CELLS, cells.size()); cell++) {
            double count = sum(cells.subList(cell, cell + 1), 0);
            if (count > 0) {
                parts.add(cell + ": " + Figures.fixed(100 * count / all, 0) + " %");
            }
        }
        double beyond = sum(cells, CELLS);
        if (beyond > 0) {
            parts.add("more: " + Figures.fixed(100 * beyond / all, 0) + " %");
        }
        return String.join(", ", parts);
    }

    private static double sum(List<?> cells, int from) {
        return cells.stream()
                .skip(from)
                .mapToDouble(cell -> cell instanceof Number count ? count.doubleValue() : 0)
                .sum();
    }
}
