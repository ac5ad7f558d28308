package dev.gradus.nn;

import dev.gradus.model.Evaluation;

/**
 * Cross-entropy of the softmax of a row's scores, over any number of rows: {@code -log(exp(z[label]) / sum(exp(z)))}.
 * Sums are in double precision. Used by one thread.
 */
final class SoftmaxLoss {

    private final int classes;
    private final double[] exponentials;
    private double loss;
    private int hits;
    private int guess;

    SoftmaxLoss(int classes) {
        this.classes = classes;
        this.exponentials = new double[classes];
    }

    /** Summed loss of the rows since {@link #clear}. */
    double loss() {
        return loss;
    }

    /** How many of them have their highest score at their label. */
    int hits() {
        return hits;
    }

    void clear() {
        loss = 0;
        hits = 0;
    }

    /** Counts a row and writes the slope of its loss by its scores, which start at {@code at}. */
    void slope(float[] scores, int at, int label, float[] into) {
        double sum = count(scores, at, label);
        for (int k = 0; k < classes; k++) {
            into[at + k] = (float) (exponentials[k] / sum - (k == label ? 1 : 0));
        }
    }

    /** Counts a row and tells the evaluation its guess, and of two classes how likely the second is. */
    void score(float[] scores, int at, int label, Evaluation evaluation) {
        double sum = count(scores, at, label);
        evaluation.guess(label, guess);
        if (classes == 2) {
            evaluation.score((float) (exponentials[1] / sum), label == 1);
        }
    }

    private double count(float[] scores, int at, int label) {
        int best = 0;
        for (int k = 1; k < classes; k++) {
            best = scores[at + k] > scores[at + best] ? k : best;
        }
        double highest = scores[at + best];
        double sum = 0;
        for (int k = 0; k < classes; k++) {
            exponentials[k] = Math.exp(scores[at + k] - highest); // at most 1, so the sum cannot overflow
            sum += exponentials[k];
        }
        loss += Math.log(sum) + (highest - scores[at + label]);
        hits += best == label ? 1 : 0;
        guess = best;
        return sum;
    }
}
