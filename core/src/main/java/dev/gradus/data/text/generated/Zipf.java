package dev.gradus.data.text.generated;

/**
 * Ranks that are drawn by the law of Zipf: rank {@code k} from 0 on as often as {@code 1 / (k + 1)} says. A guide table
 * leads to the neighbourhood of the answer, so a draw takes a few steps whatever the number of ranks. Immutable.
 */
final class Zipf {

    private final double[] sums;
    private final int[] guide;

    Zipf(int ranks) {
        this.sums = new double[ranks];
        double total = 0;
        for (int k = 0; k < ranks; k++) {
            total += 1.0 / (k + 1);
            sums[k] = total;
        }
        for (int k = 0; k < ranks; k++) {
            sums[k] = k == ranks - 1 ? 1 : sums[k] / total;
        }
        this.guide = new int[ranks];
        for (int i = 0, k = 0; i < ranks; i++) {
            while (sums[k] <= (double) i / ranks) {
                k++;
            }
            guide[i] = k;
        }
    }

    /** The rank for a number in [0, 1). */
    int rank(double uniform) {
        int k = guide[(int) (uniform * guide.length)];
        while (sums[k] <= uniform) {
            k++;
        }
        return k;
    }
}
