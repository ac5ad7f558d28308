package dev.gradus.model;

import java.util.Arrays;

/**
 * What a model scores on rows it did not train on: summed loss, hits, and for two classes a histogram of scores, from
 * which the area under the ROC curve follows. A flat array of doubles, so that parts of different ranks add up.
 */
public final class Evaluation {

    /** Bins of the score histogram; scores that share one count as ties. */
    private static final int BINS = 2048;

    private static final int LOSS = 0;
    private static final int CORRECT = 1;
    private static final int ROWS = 2;
    private static final int NEGATIVES = 3;
    private static final int POSITIVES = NEGATIVES + BINS;

    private final double[] sums = new double[POSITIVES + BINS];
    private final long[][] guesses;

    public Evaluation() {
        this(0);
    }

    private Evaluation(int classes) {
        this.guesses = new long[classes][classes];
    }

    /** An evaluation that also counts how often each class is taken for which, on one rank. */
    public static Evaluation countingGuesses(int classes) {
        return new Evaluation(classes);
    }

    /** Notes rows that were scored. */
    public void count(double loss, long correct, long rows) {
        sums[LOSS] += loss;
        sums[CORRECT] += correct;
        sums[ROWS] += rows;
    }

    /** Notes the probability that a row of a two-class set is of class 1. */
    public void score(float probability, boolean positive) {
        int bin = Math.min(BINS - 1, (int) (logit(probability) * BINS));
        sums[(positive ? POSITIVES : NEGATIVES) + bin]++;
    }

    /** Notes a row of a two-class set, given its score z: class 1 has the probability 1 / (1 + exp(-z)). */
    public void logit(float z, boolean positive) {
        double e = Math.exp(-Math.abs((double) z)); // cannot overflow
        boolean right = positive == (z >= 0);
        count(Math.log1p(e) + (right ? 0 : Math.abs(z)), right ? 1 : 0, 1);
        score((float) ((z >= 0 ? 1 : e) / (1 + e)), positive);
    }

    /** Notes which class a row was taken for; kept only if guesses are counted. */
    public void guess(int label, int guess) {
        if (guesses.length > 0) {
            guesses[label][guess]++;
        }
    }

    /** How often rows of a class were taken for each: by class, then by guess; empty if guesses are not counted. */
    public long[][] guesses() {
        return guesses;
    }

    /** The sums, for adding those of other ranks to them. */
    public double[] sums() {
        return sums;
    }

    public long rows() {
        return (long) sums[ROWS];
    }

    public double loss() {
        return sums[LOSS] / sums[ROWS];
    }

    public double accuracy() {
        return sums[CORRECT] / sums[ROWS];
    }

    /** Area under the ROC curve; NaN when only one class was seen or the model has more than two. */
    public double auc() {
        double positives = Arrays.stream(sums, POSITIVES, POSITIVES + BINS).sum();
        double negatives = Arrays.stream(sums, NEGATIVES, NEGATIVES + BINS).sum();
        double below = 0;
        double ordered = 0;
        for (int bin = 0; bin < BINS; bin++) {
            ordered += sums[POSITIVES + bin] * (below + sums[NEGATIVES + bin] / 2);
            below += sums[NEGATIVES + bin];
        }
        return ordered / (positives * negatives);
    }

    /** Of the rows that were taken for class 1, the share that are; NaN when there are none. */
    public double precision() {
        double hits = taken(POSITIVES);
        return hits / (hits + taken(NEGATIVES));
    }

    /** Of the rows of class 1, the share that were taken for it; NaN when there are none. */
    public double recall() {
        return taken(POSITIVES)
                / Arrays.stream(sums, POSITIVES, POSITIVES + BINS).sum();
    }

    /** How many rows of a class have a probability of one half or more, where the upper half of the bins begins. */
    private double taken(int ofClass) {
        return Arrays.stream(sums, ofClass + BINS / 2, ofClass + BINS).sum();
    }

    /** Spreads probabilities near 0 and 1, where a confident model has nearly all of them, evenly over [0, 1). */
    private static double logit(float probability) {
        double p = Math.min(Math.max(probability, 1e-9), 1 - 1e-7);
        return (Math.log(p / (1 - p)) + 21) / 42;
    }
}
