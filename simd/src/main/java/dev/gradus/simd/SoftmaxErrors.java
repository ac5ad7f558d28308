package dev.gradus.simd;

import static dev.gradus.data.DenseRows.TILE;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Errors of several classes, one score for each row and class; class k of row i stands at {@code k * TILE + i}.
 *
 * <p>With m the highest score of a row and y its label: the error of class k is exp(z[k] - m) / sum - (k == y), and the
 * loss is log(sum) + m - z[y]. A row is taken for the first class that has the highest score.
 */
final class SoftmaxErrors implements RowErrors {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;

    /** Far above 0, so that the other classes of a row that must not count add nothing. */
    private static final float SURE = 1000;

    private final int classes;
    private final float[] highest = new float[TILE];
    private final float[] sums = new float[TILE];
    private final float[] behind = new float[L];
    private final float[] misses = new float[L];
    private double loss;
    private int rows;

    SoftmaxErrors(int classes) {
        this.classes = classes;
    }

    @Override
    public void clear() {
        Arrays.fill(behind, 0);
        Arrays.fill(misses, 0);
        loss = 0;
        rows = 0;
    }

    @Override
    public void makeSureHit(float[] scores, float[] labels, int i) {
        for (int k = 0; k < classes; k++) {
            scores[k * TILE + i] = 0;
        }
        scores[i] = SURE;
        labels[i] = 0;
    }

    @Override
    public void replaceScores(float[] scores, int from, int to, float[] labels, int labelsAt) {
        for (int i = from; i < to; i += L) {
            findHighest(scores, i, labels, labelsAt + i);
            replaceByDistance(scores, i, labels, labelsAt + i);
        }
        for (int k = 0; k < classes; k++) {
            Exponential.replace(scores, k * TILE + from, k * TILE + to);
        }
        for (int i = from; i < to; i += L) {
            replaceByErrors(scores, i, labels, labelsAt + i);
        }
        addLoss(from, to);
        rows += to - from;
    }

    private void findHighest(float[] scores, int i, float[] labels, int labelsAt) {
        IntVector most = FloatVector.fromArray(S, scores, i).reinterpretAsInts();
        IntVector best = FloatVector.zero(S).reinterpretAsInts(); // the number of a class, as the bits of a float
        for (int k = 1; k < classes; k++) {
            FloatVector z = FloatVector.fromArray(S, scores, k * TILE + i);
            IntVector higher =
                    most.reinterpretAsFloats().sub(z).reinterpretAsInts().lanewise(VectorOperators.ASHR, 31);
            most = most.lanewise(VectorOperators.BITWISE_BLEND, z.reinterpretAsInts(), higher);
            IntVector number = FloatVector.broadcast(S, k).reinterpretAsInts();
            best = best.lanewise(VectorOperators.BITWISE_BLEND, number, higher);
        }
        most.reinterpretAsFloats().intoArray(highest, i);
        FloatVector.fromArray(S, labels, labelsAt)
                .sub(best.reinterpretAsFloats())
                .abs()
                .min(1)
                .add(FloatVector.fromArray(S, misses, 0))
                .intoArray(misses, 0);
    }

    /** Scores become their distance from the highest; that of the label goes into the loss. */
    private void replaceByDistance(float[] scores, int i, float[] labels, int labelsAt) {
        FloatVector most = FloatVector.fromArray(S, highest, i);
        FloatVector label = FloatVector.fromArray(S, labels, labelsAt);
        FloatVector ofLabel = FloatVector.fromArray(S, behind, 0);
        for (int k = 0; k < classes; k++) {
            FloatVector distance = most.sub(FloatVector.fromArray(S, scores, k * TILE + i));
            distance.intoArray(scores, k * TILE + i);
            // 1 where the label is k, else 0, by way of 1 - |label - k|, which is 1 or not above 0.
            FloatVector one = FloatVector.broadcast(S, 1).sub(label.sub(k).abs());
            ofLabel = one.reinterpretAsInts().max(0).reinterpretAsFloats().fma(distance, ofLabel);
        }
        ofLabel.intoArray(behind, 0);
    }

    private void replaceByErrors(float[] scores, int i, float[] labels, int labelsAt) {
        FloatVector label = FloatVector.fromArray(S, labels, labelsAt);
        FloatVector sum = FloatVector.zero(S);
        for (int k = 0; k < classes; k++) {
            sum = sum.add(FloatVector.fromArray(S, scores, k * TILE + i));
        }
        sum.intoArray(sums, i);
        FloatVector share = FloatVector.broadcast(S, 1).div(sum);
        for (int k = 0; k < classes; k++) {
            FloatVector one = FloatVector.broadcast(S, 1).sub(label.sub(k).abs());
            FloatVector truth = one.reinterpretAsInts().max(0).reinterpretAsFloats();
            FloatVector e = FloatVector.fromArray(S, scores, k * TILE + i);
            e.mul(share).sub(truth).intoArray(scores, k * TILE + i);
        }
    }

    /** Adds log(sum) of each row, and what the lanes have gathered, in their order. */
    private void addLoss(int from, int to) {
        double product = 1;
        for (int i = from; i < to; i++) {
            product *= sums[i];
            if (product > 0x1p900) {
                loss += StrictMath.log(product);
                product = 1;
            }
        }
        loss += StrictMath.log(product);
        for (int lane = 0; lane < L; lane++) {
            loss += behind[lane];
            behind[lane] = 0;
        }
    }

    @Override
    public double loss() {
        return loss;
    }

    @Override
    public int hits() {
        float missed = 0;
        for (float lane : misses) {
            missed += lane;
        }
        return rows - (int) missed;
    }
}
