package dev.gradus.simd;

import static dev.gradus.data.DenseRows.TILE;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Errors of two classes, one score a row.
 *
 * <p>With a = z for label 0 and -z for label 1 (how far the score speaks <em>against</em> the label) and e = exp(-|a|),
 * which cannot overflow: the error is ±(1 or e) / (1 + e), and the loss is max(a, 0) + log(1 + e). The factors 1 + e
 * are multiplied lane by lane, so that one logarithm serves hundreds of rows; that rounds no more than a sum of
 * logarithms does. A row is a hit when the sign bit of a is set, which makes a score of 0 class 1.
 */
final class BinaryErrors implements RowErrors {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;

    /** Factors of at most 2 in a lane before they are folded: 2^64 fits a float, 2^512 of all lanes a double. */
    private static final int GROUPS_A_FOLD = 512 / Math.max(L, 8);

    /** The score of a row that must not count. */
    private static final float SURE = 1000;

    private final float[] exponentials = new float[TILE];
    private final float[] products = new float[L];
    private final float[] twiceAgainst = new float[L];
    private final int[] hits = new int[L];
    private int groups;
    private double loss;

    @Override
    public void clear() {
        Arrays.fill(products, 1);
        Arrays.fill(twiceAgainst, 0);
        Arrays.fill(hits, 0);
        groups = 0;
        loss = 0;
    }

    @Override
    public void makeSureHit(float[] scores, float[] labels, int i) {
        scores[i] = SURE;
        labels[i] = 1;
    }

    @Override
    public void replaceScores(float[] scores, int from, int to, float[] labels, int labelsAt) {
        if (groups + (to - from) / L > GROUPS_A_FOLD) {
            fold();
        }
        groups += (to - from) / L;
        for (int i = from; i < to; i += L) {
            FloatVector.fromArray(S, scores, i).abs().intoArray(exponentials, i);
        }
        Exponential.replace(exponentials, from, to);
        replaceByErrors(scores, from, to, labels, labelsAt);
    }

    private void replaceByErrors(float[] scores, int from, int to, float[] labels, int labelsAt) {
        FloatVector product = FloatVector.fromArray(S, products, 0);
        FloatVector twice = FloatVector.fromArray(S, twiceAgainst, 0);
        IntVector one = FloatVector.broadcast(S, 1).reinterpretAsInts();
        IntVector hit = IntVector.fromArray(one.species(), hits, 0);
        for (int i = from; i < to; i += L) {
            FloatVector sign = FloatVector.fromArray(S, labels, labelsAt + i).fma(-2, 1);
            FloatVector against = FloatVector.fromArray(S, scores, i).mul(sign);
            FloatVector e = FloatVector.fromArray(S, exponentials, i);
            FloatVector onePlusE = e.add(1);
            product = product.mul(onePlusE);
            twice = twice.add(against.abs().add(against));
            // Bits instead of masks, which JDK 17 boxes: all ones, which is -1, where the row is a hit.
            IntVector right = against.reinterpretAsInts().lanewise(VectorOperators.ASHR, 31);
            hit = hit.sub(right);
            FloatVector part = one.lanewise(VectorOperators.BITWISE_BLEND, e.reinterpretAsInts(), right)
                    .reinterpretAsFloats();
            part.div(onePlusE).mul(sign).intoArray(scores, i);
        }
        product.intoArray(products, 0);
        twice.intoArray(twiceAgainst, 0);
        hit.intoArray(hits, 0);
    }

    /** Moves the sums of the lanes, in their order, to the loss. */
    private void fold() {
        double product = 1;
        double twice = 0;
        for (int lane = 0; lane < L; lane++) {
            product *= products[lane];
            twice += twiceAgainst[lane];
        }
        loss += StrictMath.log(product) + twice / 2;
        Arrays.fill(products, 1);
        Arrays.fill(twiceAgainst, 0);
        groups = 0;
    }

    @Override
    public double loss() {
        fold();
        return loss;
    }

    @Override
    public int hits() {
        int sum = 0;
        for (int lane : hits) {
            sum += lane;
        }
        return sum;
    }
}
