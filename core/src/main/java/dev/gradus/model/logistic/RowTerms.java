package dev.gradus.model.logistic;

import dev.gradus.model.Tally;

/** What scores of rows mean: errors, loss and hits. Reused from row to row: owned by one thread. */
final class RowTerms {

    /** Factors of at most 2 whose product is taken before its logarithm, instead of the logarithm of each. */
    private static final int FACTORS = 512;

    private final boolean bias;
    private final float positiveWeight;
    private double loss;
    private double product = 1;
    private int factors;
    private long hits;
    private long rows;

    /** Rows of class 1 count {@code positiveWeight} times. */
    RowTerms(boolean bias, float positiveWeight) {
        this.bias = bias;
        this.positiveWeight = positiveWeight;
    }

    boolean bias() {
        return bias;
    }

    /**
     * Notes what a score z costs, and returns the gradient of its loss by z: its weight times (p - label), where p is 1
     * / (1 + exp(-z)). Both come from exp(-|z|), which cannot overflow. The sign of z is no branch: the scores of a
     * rehearsal, which learns next to nothing, may all have the same.
     */
    float error(float z, float label, float weight) {
        double e = Math.exp(-Math.abs((double) z));
        int negative = Float.floatToRawIntBits(z + 0f) >>> 31; // of two zeros, both count as positive
        double p = (negative * e + (1 - negative)) / (1 + e);
        boolean right = (label > 0 ? 0 : 1) == negative;
        loss += right ? 0 : Math.abs(z);
        product *= 1 + e;
        if (++factors == FACTORS) {
            takeLogarithm();
        }
        hits += right ? 1 : 0;
        rows++;
        return (float) (p - label) * (label > 0 ? weight * positiveWeight : weight);
    }

    private void takeLogarithm() {
        loss += Math.log(product);
        product = 1;
        factors = 0;
    }

    /** Hands over what was noted since the last time: losses before an update, each row counted once. */
    void tell(Tally tally, long updates) {
        takeLogarithm();
        tally.count(loss, rows, hits);
        tally.worked(rows, updates);
        loss = 0;
        hits = 0;
        rows = 0;
    }
}
