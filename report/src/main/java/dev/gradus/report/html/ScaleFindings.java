package dev.gradus.report.html;

import dev.gradus.report.Figures;
import dev.gradus.report.html.Finding.Topic;
import java.util.ArrayList;
import java.util.List;

/** What running a job at several numbers of ranks showed, in plain words. A function of the rows alone. */
final class ScaleFindings {

    private ScaleFindings() {}

    /** {@code rows} by rising ranks, the baseline first. */
    static List<Finding> of(List<ScaleRow> rows, int cores) {
        ScaleRow best = rows.get(0);
        for (ScaleRow row : rows) {
            best = row.speedup() > best.speedup() ? row : best;
        }
        List<Finding> findings = new ArrayList<>();
        findings.add(new Finding(Topic.LIMIT, limit(rows, best, cores)));
        // Where distributing does not pay, what the first step of it lost is what could be helped.
        ScaleRow lacking = best.ranks() == rows.get(0).ranks() ? rows.get(1) : best;
        findings.add(new Finding(Topic.HELP, help(rows, lacking, cores)));
        findings.add(new Finding(Topic.SURE, sure(rows)));
        return findings;
    }

    private static String limit(List<ScaleRow> rows, ScaleRow best, int cores) {
        ScaleRow base = rows.get(0);
        String gain = best.ranks() == base.ranks()
                ? "Distributing does not pay here: no number of ranks is faster than " + ranks(base) + "."
                : "Fastest with " + ranks(best) + ": " + Figures.fixed(best.speedup(), 2) + " times the speed of "
                        + ranks(base) + ", " + RunFindings.percent(best.efficiency()) + " of ideal.";
        return gain + " " + lost(base, best.ranks() == base.ranks() ? rows.get(1) : best, cores);
    }

    /**
     * Divides what a row lacks to the ideal into what ranks wait, what they move, and what they compute more slowly.
     */
    private static String lost(ScaleRow base, ScaleRow row, int cores) {
        double ideal = base.seconds() * base.ranks() / row.ranks();
        double lost = row.seconds() - ideal;
        if (lost <= 0.02 * ideal) {
            return "Nothing is lost worth mentioning.";
        }
        double slower = row.compute() - base.compute() * base.ranks() / row.ranks();
        String reason = row.ranks() > cores && cores > 0
                ? " (there are " + row.ranks() + " ranks on " + cores + " cores)"
                : " (ranks share caches, memory or cores)";
        return "With " + ranks(row) + ", " + Figures.seconds(lost) + " of " + Figures.seconds(row.seconds())
                + " are lost: " + part(slower, lost) + " to slower computing" + reason + ", "
                + part(row.exchange() - row.waiting(), lost) + " to moving gradients, " + part(row.waiting(), lost)
                + " to waiting for them.";
    }

    private static String part(double seconds, double lost) {
        return Figures.fixed(100 * Math.max(0, seconds) / lost, 0) + " %";
    }

    private static String help(List<ScaleRow> rows, ScaleRow best, int cores) {
        ScaleRow last = rows.get(rows.size() - 1);
        if (last.ranks() > cores && cores > 0) {
            return "At most " + cores + " ranks on this machine: more have no core of their own."
                    + (best.exchange() > 0.2 * best.seconds() ? " " + lessExchange(best) : "");
        }
        if (best.ranks() == cores && best.efficiency() > 0.7) {
            return "More cores, here or on other machines: all " + cores
                    + " of this one have a rank, and little is lost so far; advise forecasts what a network would leave.";
        }
        if (best.ranks() == last.ranks() && best.efficiency() > 0.7) {
            return "More ranks: the fastest number tried is the largest, and little is lost so far.";
        }
        return best.exchange() > 0.2 * best.seconds()
                ? lessExchange(best)
                : "Less shared memory traffic: spread ranks over machines, or make the work of a row larger.";
    }

    /** Fewer bytes help only where there are many. */
    private static String lessExchange(ScaleRow row) {
        double bytes = Volume.measuredBytes(row.run()) / row.ranks();
        return "Fewer exchanges: a larger batchSize or strategy local"
                + (bytes <= RunFindings.SHORT_BYTES
                        ? ". Shorter ones would gain nothing: a rank sends " + Figures.bytes(bytes) + " in a step."
                        : "; and shorter ones: exchange.compression: bf16 halves their bytes.");
    }

    private static String sure(List<ScaleRow> rows) {
        int rounds = rows.stream().mapToInt(ScaleRow::rounds).min().orElse(1);
        double others = rows.stream()
                .mapToDouble(row -> RunFindings.othersPercent(row.run()))
                .max()
                .orElse(0);
        if (others > RunFindings.QUIET_PERCENT) {
            return "Not very: something else used up to " + Figures.fixed(others / 100, 1)
                    + " cores of the machine meanwhile. Repeat it when nothing else runs.";
        }
        if (rounds < 3) {
            return "Not very: " + rounds + (rounds == 1 ? " round" : " rounds")
                    + " of each; with --rounds 5 the spread would show.";
        }
        for (int i = 1; i < rows.size(); i++) {
            ScaleRow before = rows.get(i - 1);
            ScaleRow row = rows.get(i);
            if (row.low() <= before.high() && before.low() <= row.high()) {
                return "Not of all: over " + rounds + " rounds the speeds of " + ranks(before) + " (" + range(before)
                        + ") and of " + ranks(row) + " (" + range(row) + ") overlap.";
            }
        }
        return "Fairly: over " + rounds + " rounds no two numbers of ranks overlap in speed.";
    }

    private static String range(ScaleRow row) {
        return Figures.fixed(row.low(), 2) + " to " + Figures.fixed(row.high(), 2);
    }

    private static String ranks(ScaleRow row) {
        return row.ranks() + (row.ranks() == 1 ? " rank" : " ranks");
    }
}
