package dev.gradus.report.html;

/**
 * What ranks send in a step, as measured and as it would be if all numbers of the gradient were sent as they are.
 *
 * <p>With <em>n</em> ranks and a gradient of <em>L</em> floats (the parameters, and three for statistics), a direct sum
 * sends <em>n</em> (<em>n</em> − 1) messages of 4<em>L</em> bytes; a sum by owners or around a ring sends 2 (<em>n</em>
 * − 1) 4<em>L</em> bytes in all. What servers would exchange densely, the run itself has noted.
 */
final class Volume {

    /** Statistics that travel with a gradient: summed loss, hits, rows. */
    private static final int STATISTICS = 3;

    /** Floats up to which sums are direct. */
    private static final int DIRECT = 8_192;

    private Volume() {}

    static double measuredBytes(RunRecord run) {
        return run.figure("bytesSent") / steps(run);
    }

    static double measuredMessages(RunRecord run) {
        return run.figure("messages") / steps(run);
    }

    /** Counters are of the last part of a resumed run alone. */
    private static double steps(RunRecord run) {
        double earlier = run.figure("resumedFrom");
        return run.figure("steps") - (Double.isNaN(earlier) ? 0 : earlier);
    }

    /** Of a dense exchange; NaN for strategies that neither sum gradients nor have servers. */
    static double formulaBytes(RunRecord run) {
        if (run.text("strategy").equals("server")) {
            return run.figure("denseBytesPerStep");
        }
        if (!sums(run)) {
            return Double.NaN;
        }
        double n = run.ranks();
        double bytes = 4 * (run.figure("parameters") + STATISTICS);
        return direct(run) ? n * (n - 1) * bytes : 2 * (n - 1) * bytes;
    }

    /** NaN where no formula holds, or it depends on the pieces of a long sum. */
    static double formulaMessages(RunRecord run) {
        double n = run.ranks();
        return dense(run) && direct(run) ? n * (n - 1) : Double.NaN;
    }

    private static boolean sums(RunRecord run) {
        return run.text("strategy").equals("allreduce");
    }

    /** Whether all numbers are sent: models of tables send the rows that they touch. */
    private static boolean dense(RunRecord run) {
        return sums(run)
                && !run.summary().containsKey("wordsPerSecond")
                && !run.setting("data.kind").matches("ctr|criteo|libsvm|vw|columns")
                && run.setting("exchange.compression").matches("|none");
    }

    private static boolean direct(RunRecord run) {
        String algorithm = run.setting("exchange.algorithm");
        return algorithm.equals("direct")
                || (algorithm.matches("|auto") && run.figure("parameters") + STATISTICS <= DIRECT);
    }
}
