package dev.gradus.data.sparse.generated;

import dev.gradus.math.CounterRandom;

/**
 * The logistic model that generated labels are drawn from. Weights of categories are a hash of their feature, half of
 * them 0 and the others nearly normal, so that 33 million weights take no memory. Immutable.
 */
final class HiddenModel {

    private static final long INTEGER_WEIGHTS = 3;
    private static final long CATEGORY_WEIGHTS = 4;
    private static final double INTEGER_DEVIATION = 0.12;
    private static final double CATEGORY_DEVIATION = 0.45;

    private final double bias;
    private final float[] integers = new float[CtrColumns.INTEGERS];
    private final long key;

    HiddenModel(long seed, double bias) {
        this.bias = bias;
        this.key = CounterRandom.key(seed, CATEGORY_WEIGHTS);
        long integerKey = CounterRandom.key(seed, INTEGER_WEIGHTS);
        for (int i = 0; i < integers.length; i++) {
            integers[i] = (float) (INTEGER_DEVIATION * CounterRandom.nearlyNormal(integerKey, i));
        }
    }

    double bias() {
        return bias;
    }

    double weight(int feature) {
        int place = feature - CtrColumns.FIRST_FEATURE;
        if (place < CtrColumns.INTEGERS) {
            return integers[place];
        }
        // The last bit says whether there is a weight at all; it hardly counts in the sum that the weight is. A product
        // and no branch, which would be predicted wrongly every other time.
        long present = CounterRandom.bits(key, place) & 1;
        return present * CATEGORY_DEVIATION * CounterRandom.nearlyNormal(key, place);
    }

    /** The score of the row whose entries begin at {@code at}, those of whole numbers first. */
    double score(int[] features, float[] values, int at) {
        double score = bias;
        for (int i = 0; i < CtrColumns.INTEGERS; i++) {
            score += integers[i] * (values[at + i] - CtrColumns.mean(i));
        }
        for (int i = CtrColumns.INTEGERS; i < CtrColumns.ENTRIES; i++) {
            score += weight(features[at + i]);
        }
        return score;
    }

    /** The probability of a click; by StrictMath, because labels must be the same on all machines. */
    static double probability(double score) {
        return 1 / (1 + StrictMath.exp(-score));
    }
}
