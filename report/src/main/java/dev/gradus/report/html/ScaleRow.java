package dev.gradus.report.html;

/**
 * One number of ranks of a comparison: times of its median run, speeds relative to the baseline.
 *
 * @param low speedup of its slowest run
 * @param high speedup of its fastest run
 * @param run the median run
 */
record ScaleRow(int rounds, double speedup, double low, double high, double efficiency, RunRecord run) {

    int ranks() {
        return run.ranks();
    }

    double seconds() {
        return run.figure("seconds");
    }

    double compute() {
        return run.figure("computeSeconds");
    }

    double exchange() {
        return run.figure("exchangeSeconds");
    }

    double waiting() {
        return run.figure("waitSeconds");
    }
}
